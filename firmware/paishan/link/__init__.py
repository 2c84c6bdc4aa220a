"""Paishan Link: the serial line between the table and whoever asks it something.

ASCII lines that end in LF, at most 240 bytes without it. The first byte says what a line is:

    a-z   a bare command with a reply for a person: `status`
    #     a framed request or reply: `#12 get scan_ms *1d0f23ab`
    @hh   an address before one of the two, on a shared line: `@05#12 ping *…`
    !     an event: `!31 state from="READY" to="LOADING" time=5120 *…`
    ~     a log line, best effort
    :     kept for Modbus; dropped and counted, like everything else

A frame ends in `*` and eight hex digits, the CRC-32 of all before the `*`. After the verb come
words and `key=value` with JSON values. Replies:

    #12 ok key=value … *crc
    #12 err 203 BUSY key=value … *crc
    #12 + key=value … *crc          a line of a longer answer, then `#12 ok n=<lines> …`

verbs.py, errors.py and the table's events.py are the tables that the documents are made from.
"""

PROTOCOL = 1
PRODUCT = "paishan"
MTU = 240  # bytes of a line, without its LF
WINDOW = 1  # requests that a host may have under way; a second one waits in the serial buffer
