"""`python -m paishan_host` is the `paishan` command, where that is on no path."""

from paishan_host.cli import main

main()
