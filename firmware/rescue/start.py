"""Power-on: which application runs, the watchdog, and what happens when it fails.

The watchdog is started before anything of an application is imported, and never where
MicroPython's prompt is what comes next. A failure is noted and the controller is restarted, so
that whatever runs then has a whole heap. Outputs are off before and after, whatever happens.
"""

import gc
import io
import os
import sys

from rescue.slots import Slots, there

HEALTHY_MS = 60000  # an application on trial that has run so long without a crash stays
_TICKS_MASK = 0x3FFFFFFF
_LOADING_BYTES = 8192
_TRACE_LETTERS = 600


def traceback(error):
    """The end of what a person would see of an error."""
    try:
        if hasattr(sys, "print_exception"):
            text = io.StringIO()
            sys.print_exception(error, text)
            return text.getvalue().strip()[-_TRACE_LETTERS:]
        return repr(error)
    except MemoryError:
        return "MemoryError"


class Tidy:
    """The heap is collected every 8 KB meanwhile.

    Loaded code stays in the heap. Without this, what loading leaves behind would lie between it
    until no hole of 2 KB is left in a heap of which half is free (measured on an RP2040).
    """

    def __enter__(self):
        if hasattr(gc, "threshold"):
            gc.collect()
            gc.threshold(_LOADING_BYTES)

    def __exit__(self, *_):
        if hasattr(gc, "threshold"):
            gc.threshold(-1)
            gc.collect()


class Trial:
    """Looks at each scan whether what runs has failed, or has proved itself."""

    def __init__(self, app, slots, wait, dog):
        self._app = app
        self._slots = slots
        self._wait = wait
        self._dog = dog
        self._since = -1
        self._open = True

    def wait(self):
        """A scan is over; it may have crashed."""
        if self._open and self._app.crashes:
            self._open = False
            self._app.leave("crashed")
        return self._wait()

    def feed(self):
        """A scan is complete."""
        if self._dog:
            self._dog()
        if self._open:
            self._look()

    def _look(self):
        app = self._app
        if self._since < 0:
            self._since = app.now
        if app.at_rest() and (app.now - self._since) & _TICKS_MASK >= HEALTHY_MS:
            if app.store.bad:
                return
            self._open = False
            try:
                self._slots.healthy()
            except OSError as error:
                app.store.journal.append("update: not confirmed: %s" % error)


class Start:
    """`controller`: rescue/controller.py, or what gives the same. `app`: what runs, None in the
    recovery shell."""

    def __init__(self, controller):
        self.app = None
        self._controller = controller
        self._slots = None
        self._dog = None

    def run(self):
        """Runs until it is asked to leave; returns only for MicroPython's prompt."""
        controller = self._controller
        how = "reboot"
        try:
            how = self._run()
        finally:
            controller.outputs_off()
        if how and (how != "repl" or self._dog is None):
            controller.leave(how)

    def _run(self):
        controller = self._controller
        root = controller.root()
        if root is None:
            return self._sources()
        slots = self._slots = Slots(root)
        if slots.get("repl"):
            slots.note(repl=0, expected=0)
            return ""
        asked = slots.get("shell")
        if asked:
            slots.note(shell=0, expected=0)
        forced = controller.forced() or asked
        cause = controller.identity().get("reset_cause", "")
        slot = "" if forced else slots.choose(cause)
        if not slot and not forced and not slots.holds("a") and not slots.holds("b"):
            return self._sources()  # copied on to the board without slots
        self._dog = controller.watchdog()
        if slot:
            sys.path.insert(0, slots.folder(slot))
            try:
                return self._application()
            except Exception as error:
                self.app = None
                slots.failed(repr(error), traceback(error))
                return "reboot"
        if asked:
            return self._shell("asked for, to take an update", asked)
        return self._shell("the recovery key is held" if forced else slots.get("why"))

    def _sources(self):
        """The application as it lies on the path: frozen, copied, or a developer's."""
        folder = self._controller.folder()
        flag = folder + "/prompt" if folder else ""
        if flag and there(flag):
            os.remove(flag)
            return ""
        self._dog = self._controller.watchdog()
        try:
            how = self._application()
            if how == "repl" and self._dog and flag:  # the prompt, but not under a watchdog
                with open(flag, "w"):
                    pass
                how = "reboot"
            return how
        except Exception as error:
            if self._dog is None:
                raise
            self.app = None
            return self._shell(traceback(error))

    def _application(self):
        controller = self._controller
        slots = self._slots
        with Tidy():
            from paishan.app import App

            identity = dict(controller.identity())
            if slots and slots.running:
                identity["slots"] = slots
            app = App(
                controller.port(),
                controller.profile(),
                controller.serial(),
                controller.folder(),
                identity,
            )
        self.app = app
        wait = controller.wait
        feed = self._dog
        if slots and slots.running:
            self._tell(app)
            if slots.on_trial or slots.get("fails"):
                trial = Trial(app, slots, wait, feed)
                wait = trial.wait
                feed = trial.feed
        how = app.run(wait, feed)
        if slots and slots.running:
            if how == "crashed":
                slots.failed("it crashed", getattr(app, "last_crash", ""))
                return "reboot"
            slots.ended(how == "repl" and self._dog is not None)
            if how == "repl" and self._dog is not None:
                return "reboot"
        return how

    def _tell(self, app):
        """What happened to an update goes into the journal, once."""
        slots = self._slots
        if slots.damaged:
            app.store.journal.append("update: the record of the slots was damaged")
        if not slots.get("told"):
            app.store.journal.append("update: " + slots.get("why"))
            for line in slots.get("trace").split("\n"):
                if line:
                    app.store.journal.append(line)
            slots.note(told=1)

    def _shell(self, why, asked=0):
        from rescue.shell import Shell

        try:
            why = why or "no application"
            return Shell(self._controller, self._slots, self._dog, why, asked).run()
        except Exception:
            if self._slots is None:
                raise
            self._slots.ended(True)  # nothing is left but the prompt, and no watchdog with it
            return "reboot"
