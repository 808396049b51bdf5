"""Puts a process of Python on the account's clock, as dist/time-travel.cjs does for Node.

Python loads this by PYTHONPATH before the command's own code. A thread of it answers the questions of the
sandbox (src/hunt/time-travel/messages.ts). The process rests while each of its other threads waits in `rest`:
in time.sleep, for bytes of a TCP connection, or in an event loop. Whatever else waits takes real time.
"""

import os
import sys

MS = 1_000_000  # nanoseconds
#: Shorter waits take real time, as in Node: a jump takes as long.
SHORTEST = 0.003


def follow(folder):
    import _socket
    import _thread
    import datetime
    import gc
    import json
    import select
    import selectors
    import signal
    import socket
    import time
    import weakref
    from ctypes import py_object, pythonapi

    modified = pythonapi.PyType_Modified
    modified.argtypes, modified.restype = [py_object], None
    real_time_ns, real_monotonic_ns, real_sleep = time.time_ns, time.monotonic_ns, time.sleep
    poll, pipe, read_fd, write_fd, close_fd = select.poll, os.pipe, os.read, os.write, os.close
    alarm, open_file, list_folder = signal.getitimer, open, os.listdir
    get_ident, current_frames = _thread.get_ident, sys._current_frames
    POLLIN = select.POLLIN
    LONGEST = 2**31 - 1  # of a poll, in milliseconds

    class Plain:
        """A function that does not become a method in a class, like those of C: `converter = time.localtime`."""

        def __init__(self, name, function):
            self.__module__, self.__name__, self.__qualname__ = "time", name, name
            self._function = function

        def __call__(self, *arguments):
            return self._function(*arguments)

        def __reduce__(self):
            return self.__name__

    def replace_in_time(name, make):
        setattr(time, name, Plain(name, make(getattr(time, name))))

    with open(f"{folder}/skew") as file:
        skew = int(file.read()) * MS
    control = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    control.connect(f"{folder}/socket")
    # Held for moments only, so that waits and time change together.
    lock = _thread.allocate_lock()

    # Waits

    waits = {}  # of each thread that rests
    events = 0  # how often one began or ended
    of_thread = _thread._local()

    class Wake:
        """A pipe that ends the poll of one thread."""

        def __init__(self):
            self.read, self.write = pipe()

        def __del__(self):
            close_fd(self.read)
            close_fd(self.write)

    class Wait:
        def __init__(self, seconds, fd, loop):
            #: By the real clock; a jump brings it nearer.
            self.due = None if seconds is None else real_monotonic_ns() + int(float(seconds) * 1e9)
            self.fd = fd
            #: What an event loop waits for, by file descriptor.
            self.loop = loop
            self.wake = of_thread.wake
            #: Has the sandbox been told of it?
            self.is_told = False

    def rest(seconds, fd=None, loop=None):
        """Waits for so long on the account's clock, or until `fd` has something to read."""
        nonlocal events
        if not hasattr(of_thread, "wake"):
            of_thread.wake = Wake()
        me = get_ident()
        wait = Wait(seconds, fd, loop)
        ready = poll()
        ready.register(wait.wake.read, POLLIN)
        if fd is not None:
            ready.register(fd, POLLIN)
        with lock:
            outer = waits.get(me)  # a signal handler may wait, too
            waits[me] = wait
            events += 1
        try:
            while True:
                left = None if wait.due is None else max(0, wait.due - real_monotonic_ns())
                found = [one for one, _ in ready.poll(None if left is None else min(LONGEST, -(-left // MS)))]
                if fd in found:
                    return True
                if found:
                    read_fd(wait.wake.read, 4096)
                elif wait.due is not None and wait.due <= real_monotonic_ns():
                    return False
        finally:
            with lock:
                events += 1
                if outer:
                    waits[me] = outer
                else:
                    del waits[me]

    def sleep(seconds):
        if seconds >= SHORTEST:
            rest(seconds)
        else:
            real_sleep(seconds)

    replace_in_time("sleep", lambda _: sleep)

    # Clocks

    for name in ("time", "monotonic", "perf_counter"):
        replace_in_time(name, lambda real: lambda: real() + skew / 1e9)
        replace_in_time(f"{name}_ns", lambda real: lambda: real() + skew)

    def with_default(place, now):
        """A function takes `now()` if its argument at this place is left out."""

        def make(real):
            def function(*arguments):
                if len(arguments) <= place or arguments[place] is None:
                    arguments = (*arguments[:place], now())
                return real(*arguments)

            return function

        return make

    for name in ("localtime", "gmtime", "ctime"):
        replace_in_time(name, with_default(0, time.time))
    replace_in_time("asctime", with_default(0, time.localtime))
    replace_in_time("strftime", with_default(1, time.localtime))

    def replace_constructors(cls, **constructors):
        """In the class itself: all instances keep their type, also those that C code makes."""
        own = gc.get_referents(cls.__dict__)[0]
        for name, function in constructors.items():
            own[name] = classmethod(function)
        modified(py_object(cls))

    replace_constructors(datetime.date, today=lambda cls: cls.fromtimestamp(time.time()))
    replace_constructors(
        datetime.datetime,
        now=lambda cls, tz=None: cls.fromtimestamp(time.time(), tz),
        utcnow=lambda cls: cls.utcfromtimestamp(time.time()),
    )

    # Connections: how many bytes they have sent and read, and how long one waits for more

    class Book:
        def __init__(self):
            self.written = self.read = 0
            self.has_ended = self.is_connected = False

    books = weakref.WeakKeyDictionary()  # of sockets
    listening = weakref.WeakSet()
    pairs = weakref.WeakSet()

    def book_of(sock):
        book = books.get(sock)
        if book is None:
            book = books[sock] = Book()
        return book

    def is_tcp(sock):
        return sock.type == _socket.SOCK_STREAM and sock.family in (_socket.AF_INET, _socket.AF_INET6)

    def replace(name, make):
        real = getattr(_socket.socket, name)
        method = make(real)
        method.__name__, method.__doc__ = name, real.__doc__
        setattr(socket.socket, name, method)

    def connecting(real):
        def method(self, address):
            book_of(self).is_connected = True
            return real(self, address)

        return method

    def receiving(size, place_of_flags):
        def make(real):
            def method(self, *arguments):
                book = book_of(self)
                seconds = self.gettimeout()
                if seconds != 0 and is_tcp(self) and not rest(seconds, self.fileno()):
                    raise socket.timeout("timed out")
                result = real(self, *arguments)
                flags = arguments[place_of_flags] if len(arguments) > place_of_flags else 0
                if not flags & _socket.MSG_PEEK:
                    count = size(result, arguments)
                    book.read += count
                    book.has_ended = book.has_ended or count == 0
                return result

            return method

        return make

    def sending(real):
        def method(self, *arguments):
            book = book_of(self)
            count = real(self, *arguments)
            book.written += count
            return count

        return method

    def sending_all(real):
        def method(self, data, *flags):
            book = book_of(self)
            before = book.written
            book.written = float("-inf")  # if this fails, nobody knows how much was sent
            real(self, data, *flags)
            book.written = before + memoryview(data).nbytes

        return method

    def listen(real):
        def method(self, *arguments):
            listening.add(self)
            return real(self, *arguments)

        return method

    replace("connect", connecting)
    replace("connect_ex", connecting)
    replace("recv", receiving(lambda result, _: len(result), 1))
    replace("recv_into", receiving(lambda result, _: result, 2))
    replace("send", sending)
    replace("sendmsg", sending)
    replace("sendall", sending_all)
    replace("listen", listen)

    real_socketpair = socket.socketpair

    def socketpair(*arguments, **named):
        pair = real_socketpair(*arguments, **named)
        pairs.update(pair)
        return pair

    socket.socketpair = socketpair

    # Event loops: asyncio uses this one on Linux

    real_select = selectors.EpollSelector.select

    def select_on_clock(self, timeout=None):
        if timeout is None or timeout >= SHORTEST:
            rest(timeout, self.fileno(), self.get_map())
            timeout = 0
        return real_select(self, timeout)

    selectors.EpollSelector.select = select_on_clock

    # What the sandbox asks

    told_events = -1

    def look(me):
        nonlocal told_events
        with lock:
            now = real_monotonic_ns()
            sockets = [(sock, sock.fileno(), book) for sock, book in books.items()]
            tcp = {fd for sock, fd, _ in sockets if is_tcp(sock)}
            known = tcp | {sock.fileno() for sock in (*listening, *pairs)} | {0, 1, 2}
            awaited = set()
            is_idle = all(thread in waits for thread in current_frames() if thread != me)
            is_idle = is_idle and alarm(signal.ITIMER_REAL)[0] == 0  # it rings in real time
            for wait in waits.values():
                wait.is_told = True
                if wait.loop is not None:
                    awaited.update(fd for fd in wait.loop if fd >= 0)
                elif wait.fd is not None:
                    awaited.add(wait.fd)
                is_idle = is_idle and not has_something(wait.fd)
            dues = [wait.due for wait in waits.values() if wait.due is not None]
            has_changed, told_events = told_events != events, events
            return {
                "isIdle": is_idle and awaited <= known,
                "hasChanged": has_changed,
                "events": events,
                "connections": [end_of(sock, book, fd in awaited) for sock, fd, book in sockets if fd >= 0],
                "children": children(),
                "threads": [],
                **({"nextMs": -((now - real_time_ns() - min(dues)) // MS)} if dues else {}),
            }

    def has_something(fd):
        """Then its thread runs as soon as it can."""
        if fd is None:
            return False
        ready = poll()
        ready.register(fd, POLLIN)
        return bool(ready.poll(0))

    def end_of(sock, book, is_awaited):
        here, there = "socket", "unknown"
        try:
            if is_tcp(sock):
                here, there = place_of(sock.getsockname()), place_of(sock.getpeername())
            elif not book.is_connected:
                is_awaited = False  # its other end is in this process, or asks for no answer
        except OSError:
            pass  # it connects, or was reset
        return {
            "here": here,
            "there": there,
            "written": max(-1, book.written),
            "read": book.read,
            "isReading": is_awaited,
            "isHeld": is_awaited,
            "hasEnded": book.has_ended,
        }

    def place_of(address):
        host = address[0]
        return f"{host[7:] if host.startswith('::ffff:') else host}:{address[1]}"

    def children():
        of_threads = (text_of(f"self/task/{thread}/children") for thread in list_folder("/proc/self/task"))
        # Nobody waits for one that has ended, unless in another function than those above.
        return [int(pid) for pids in of_threads for pid in pids.split() if not has_ended(pid)]

    def has_ended(pid):
        return text_of(f"{pid}/stat").rpartition(")")[2].split()[:1] in ([], ["Z"])

    def text_of(place):
        try:
            with open_file(f"/proc/{place}") as file:
                return file.read()
        except OSError:
            return ""  # it has just ended

    def travel_to(ms):
        nonlocal skew
        with lock:
            by, skew = ms * MS - skew, ms * MS
            # A wait that began after the last answer began after the jump, as far as this process can tell.
            for wait in waits.values():
                if by > 0 and wait.is_told and wait.due is not None:
                    wait.due -= by
                    write_fd(wait.wake.write, b".")

    def send(message, dumps=json.dumps):
        control.sendall(dumps(message).encode() + b"\n")

    def answer(loads=json.loads):
        me, rest_of_line = get_ident(), b""
        try:
            for received in iter(lambda: control.recv(65_536), b""):
                *lines, rest_of_line = (rest_of_line + received).split(b"\n")
                for message in map(loads, lines):
                    if "skewMs" in message:
                        travel_to(message["skewMs"])
                    else:
                        send({"answer": message["ask"], "view": look(me)})
        except OSError:
            pass  # the run is over
        finally:
            control.close()  # else the sandbox would wait for an answer

    def leave():
        """A forked process has none of the threads. It goes by real time, and so does its parent meanwhile."""
        control.close()
        waits.clear()
        of_thread.__dict__.clear()
        lock.release()

    os.register_at_fork(before=lock.acquire, after_in_parent=lock.release, after_in_child=leave)
    send({"hello": {"pid": os.getpid(), "parent": os.getppid(), "thread": 0}})
    _thread.start_new_thread(answer, ())


def run_next():
    """Runs the sitecustomize that this one hides, if there is one."""
    import importlib.machinery
    import importlib.util

    here = os.path.dirname(os.path.abspath(__file__))
    others = [path for path in sys.path if os.path.abspath(path) != here]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", others)
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


_folder = os.environ.get("ALIAS_SANDBOX_TIME_TRAVEL")
_is_known = sys.version_info >= (3, 8) and sys.implementation.name == "cpython"
if _folder and _is_known and sys.platform == "linux":
    try:
        follow(_folder)
    except (ImportError, OSError, ValueError):
        pass  # no ctypes, or the run is over: real time passes
run_next()
