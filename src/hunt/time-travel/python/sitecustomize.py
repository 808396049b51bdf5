"""Puts a process of Python on the account's clock, as dist/time-travel.cjs does for Node.

Python loads this by PYTHONPATH before the command's own code. A thread of it answers the questions of the
sandbox (src/hunt/time-travel/messages.ts). What stands between the marks is part of the plugin for pytest, too
(clients/python), whose `clock.skip_waits()` puts single threads on an account's clock: `npm run docs` copies it.
"""

import os
import sys


# <time-travel>
def travelling_clock(skew_ms=None):
    """A clock that jumps while all threads that live by it wait in `rest`: in time.sleep, for bytes of a TCP
    connection, for another thread (conditions, events, queues, pools, join), or in an event loop.

    With a skew, the whole process lives by it, for good. Without one, those threads do that `enter`, and those that
    they start, from `install` to `remove`.
    """
    import _socket
    import _thread
    import datetime
    import gc
    import heapq
    import queue
    import select
    import selectors
    import signal
    import socket
    import threading
    import time
    import types
    import weakref
    from ctypes import py_object, pythonapi

    is_whole = skew_ms is not None

    def cells_of_closures():
        """Those that hold functions of `time`."""
        functions = [one for one in vars(time).values() if isinstance(one, types.BuiltinFunctionType)]
        return [holder for holder in gc.get_referrers(*functions) if isinstance(holder, types.CellType)]

    cells_of_others = [] if is_whole else cells_of_closures()

    MS = 1_000_000  # nanoseconds
    #: Shorter waits take real time, as in Node: a jump takes as long.
    SHORTEST = 0.003
    LONGEST = 2**31 - 1  # of a poll, in milliseconds

    modified = pythonapi.PyType_Modified
    modified.argtypes, modified.restype = [py_object], None
    # What its own threads use must not be replaced.
    real_time_ns, real_monotonic_ns = time.time_ns, time.monotonic_ns
    poll, pipe, read_fd, write_fd, close_fd = select.poll, os.pipe, os.read, os.write, os.close
    alarm, open_file, list_folder = signal.getitimer, open, os.listdir
    get_ident, current_frames = _thread.get_ident, sys._current_frames
    POLLIN = select.POLLIN
    # Held for moments only, so that waits and time change together.
    lock = _thread.allocate_lock()
    skew = (skew_ms or 0) * MS

    # Who lives by it

    inside = {}  # how often each thread has entered
    starting = 0  # threads that they have started and that do not run yet

    def is_inside():
        return is_whole or get_ident() in inside

    def enter():
        me = get_ident()
        inside[me] = inside.get(me, 0) + 1
        move_timers(True)

    def leave():
        me = get_ident()
        move_timers()
        count = inside.pop(me, 1) - 1
        if count > 0:
            inside[me] = count
        move_timers()

    # What it replaces

    replacements = []  # of attributes: owner, name, the new value
    constructors = []  # of classes that are written in C: their names, the class, the new methods
    undo = []
    paths_at_first = {}  # where the threads are that are there at `install`
    alarm_at_first = None

    def install():
        nonlocal alarm_at_first
        me = get_ident()
        alarm_at_first = next_alarm()
        paths_at_first.update((one, path_of(frame)) for one, frame in current_frames().items() if one != me)
        for owner, name, own in replacements:
            put(owner, name, own)
        for names, cls, methods in constructors:
            put_in_class(names, cls, methods)
        if not is_whole:
            put_in_holders()

    def remove():
        nonlocal skew
        with lock:
            inside.clear()
            paths_at_first.clear()
            errors.clear()
            fds_before.clear()
            skew = 0
        while undo:
            undo.pop()()

    def replace(owner, name, make):
        """`make` gets the real one, which threads outside go on using."""
        real = getattr(owner, name)
        own = make(real)
        if isinstance(own, types.FunctionType):
            own.__name__, own.__doc__ = name, real.__doc__
        replacements.append((owner, name, own))

    def put(owner, name, own):
        is_inherited = name not in vars(owner)
        before = getattr(owner, name)
        setattr(owner, name, own)

        def put_back():
            if vars(owner).get(name) is not own:
                return  # somebody else has replaced it since
            if is_inherited:
                delattr(owner, name)
            else:
                setattr(owner, name, before)

        undo.append(put_back)

    class Plain:
        """A function that does not become a method in a class, like those of C: `converter = time.localtime`."""

        travels = True

        def __init__(self, name, function):
            self.__module__, self.__name__, self.__qualname__ = "time", name, name
            self._function = function

        def __call__(self, *arguments):
            return self._function(*arguments)

        def __reduce__(self):
            return self.__name__

    in_time = {}  # what replaces a function of `time`, by the id of that one
    real_functions = []  # these functions

    def replace_in_time(name, make):
        real = getattr(time, name)
        in_time[id(real)] = own = Plain(name, make(real))
        real_functions.append(real)
        replacements.append((time, name, own))

    def put_in_class(names, cls, methods):
        """In the class itself: all instances keep their type, also those that C code makes."""
        before = {name: names[name] for name in methods}

        def write(values):
            names.update(values)
            modified(py_object(cls))

        write(methods)
        undo.append(lambda: write(before))

    def replace_constructors(cls, **functions):
        names = gc.get_referents(cls.__dict__)[0]
        methods = {name: constructing(names[name], function) for name, function in functions.items()}
        constructors.append((names, cls, methods))

    def constructing(real, function):
        def construct(cls, *arguments, **named):
            if is_inside():
                return function(cls, *arguments, **named)
            return real.__get__(None, cls)(*arguments, **named)

        return classmethod(construct)

    # Where else functions of `time` are held: `from time import sleep`, `def client(sleep=time.sleep)`

    own_cells = set()  # their ids

    def put_in_holders():
        held_by_others = []
        for holder in gc.get_referrers(*real_functions):
            if type(holder) is types.CellType:
                if id(holder) not in own_cells:
                    put_in_cell(holder)
            elif isinstance(holder, tuple):
                held_by_others.append(holder)  # defaults of a function?
            elif isinstance(holder, dict):
                put_in_names(holder)
                if "__module__" in holder:
                    held_by_others.append(holder)  # names of a class?
            elif isinstance(holder, list):
                if holder is not real_functions:
                    put_in_list(holder)
            elif isinstance(getattr(holder, "__dict__", None), dict):
                put_in_names(holder.__dict__)
        for holder in gc.get_referrers(*held_by_others) if held_by_others else ():
            if isinstance(holder, type):
                modified(py_object(holder))
                undo.insert(0, lambda cls=holder: modified(py_object(cls)))
            elif isinstance(holder, types.FunctionType) and holder.__defaults__:
                put_in_defaults(holder)

    def put_in_names(names):
        held = {name: value for name, value in names.items() if id(value) in in_time}
        names.update((name, in_time[id(value)]) for name, value in held.items())

        def put_back():
            names.update((name, value) for name, value in held.items() if names.get(name) is in_time[id(value)])

        undo.append(put_back)

    def put_in_list(values):
        held = {place: value for place, value in enumerate(values) if id(value) in in_time}
        for place, value in held.items():
            values[place] = in_time[id(value)]

        def put_back():
            for place, value in held.items():
                if place < len(values) and values[place] is in_time[id(value)]:
                    values[place] = value

        undo.append(put_back)

    def put_in_cell(cell):
        before = cell.cell_contents
        cell.cell_contents = own = in_time[id(before)]

        def put_back():
            if cell.cell_contents is own:
                cell.cell_contents = before

        undo.append(put_back)

    def put_in_defaults(function):
        before = function.__defaults__
        function.__defaults__ = own = tuple(in_time.get(id(value), value) for value in before)

        def put_back():
            if function.__defaults__ is own:
                function.__defaults__ = before

        undo.append(put_back)

    # Waits

    waits = {}  # of each thread that rests
    events = 0  # how often one began or ended
    errors = {}  # what a thread gets where it waits next
    of_thread = _thread._local()

    class Wake:
        """A pipe that ends the poll of one thread."""

        def __init__(self):
            self.read, self.write = pipe()

        def __call__(self):
            write_fd(self.write, b".")

        def __del__(self):
            close_fd(self.read)
            close_fd(self.write)

    def wake_of_thread():
        if not hasattr(of_thread, "wake"):
            of_thread.wake = Wake()
        return of_thread.wake

    def watching():
        return getattr(of_thread, "is_watching", False)

    def watch(is_watching):
        of_thread.is_watching = is_watching

    class Wait:
        def __init__(self, seconds, fd, loop, is_over):
            #: By the real clock; a jump brings it nearer.
            self.due = None if seconds is None or watching() else real_monotonic_ns() + int(float(seconds) * 1e9)
            self.fd = fd
            #: What an event loop waits for, by file descriptor.
            self.loop = loop
            #: Has another thread done what this one waits for?
            self.is_over = is_over
            self.wake = wake_of_thread()
            #: Does it wait for what another thread is to do, though it asks somebody else?
            self.is_watching = watching()
            #: Has anybody been told of it?
            self.is_told = False

        def has_ended(self):
            """Then its thread runs as soon as it can."""
            if self.is_over is not None and self.is_over():
                return True
            if self.fd is None:
                return False
            ready = poll()
            ready.register(self.fd, POLLIN)
            return bool(ready.poll(0))

    def rest(seconds, fd=None, loop=None, is_over=None):
        """Waits for so long on this clock, until `fd` has something to read, or until it is over."""
        nonlocal events
        me = get_ident()
        wait = Wait(seconds, fd, loop, is_over)
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
                if me in errors:
                    raise errors.pop(me)
                if is_over is not None and is_over():
                    return True
                left = None if wait.due is None else max(0, wait.due - real_monotonic_ns())
                found = [one for one, _ in ready.poll(None if left is None else min(LONGEST, -(-left // MS)))]
                if fd in found:
                    return True
                if found:
                    read_fd(wait.wake.read, 4096)
                elif wait.due is not None and wait.due <= real_monotonic_ns():
                    return is_over is not None and is_over()
        finally:
            with lock:
                events += 1
                if outer:
                    waits[me] = outer
                else:
                    waits.pop(me, None)

    def takes_real_time(seconds):
        return (seconds is not None and seconds < SHORTEST) or not is_inside()

    def sleeping(real):
        def sleep(seconds):
            if takes_real_time(seconds):
                real(seconds)
            else:
                rest(seconds)

        return sleep

    replace_in_time("sleep", sleeping)

    # Clocks

    for name in ("time", "monotonic", "perf_counter"):
        replace_in_time(name, lambda real: lambda: real() + skew / 1e9 if is_inside() else real())
        replace_in_time(f"{name}_ns", lambda real: lambda: real() + skew if is_inside() else real())

    def with_default(place, now):
        """A function takes `now()` if its argument at this place is left out."""

        def make(real):
            def function(*arguments):
                if is_inside() and (len(arguments) <= place or arguments[place] is None):
                    arguments = (*arguments[:place], now())
                return real(*arguments)

            return function

        return make

    for name in ("localtime", "gmtime", "ctime"):
        replace_in_time(name, with_default(0, lambda: time.time()))
    replace_in_time("asctime", with_default(0, lambda: time.localtime()))
    replace_in_time("strftime", with_default(1, lambda: time.localtime()))

    replace_constructors(datetime.date, today=lambda cls: cls.fromtimestamp(time.time()))
    replace_constructors(
        datetime.datetime,
        now=lambda cls, tz=None: cls.fromtimestamp(time.time(), tz),
        utcnow=lambda cls: cls.utcfromtimestamp(time.time()),
    )

    # Waits for another thread

    def waiting(real):
        def wait(self, timeout=None):
            if takes_real_time(timeout):
                return real(self, timeout)
            if not self._is_owned():
                raise RuntimeError("cannot wait on un-acquired lock")
            notice = Notice()
            self._waiters.append(notice)
            saved = self._release_save()
            has_come = False
            try:
                has_come = rest(timeout, is_over=notice.has_come)
                return has_come
            finally:
                self._acquire_restore(saved)
                if not has_come and notice in self._waiters:
                    self._waiters.remove(notice)

        return wait

    class Notice:
        """What a condition keeps of a thread that waits on it, in place of a lock."""

        def __init__(self):
            self._wake = wake_of_thread()
            self._has_come = False

        def has_come(self):
            return self._has_come

        def release(self):
            if self._has_come:
                raise RuntimeError("release unlocked lock")
            self._has_come = True
            self._wake()

    replace(threading.Condition, "wait", waiting)

    class SimpleQueue(queue.SimpleQueue):  # type: ignore[type-arg]
        """What idle threads of a pool wait on."""

        def __init__(self):
            self._wakes = []

        def put(self, item, block=True, timeout=None):
            super().put(item)
            for wake in list(self._wakes):
                wake()

        def put_nowait(self, item):
            self.put(item)

        def get(self, block=True, timeout=None):
            if not block or takes_real_time(timeout):
                return super().get(block, timeout)
            end = None if timeout is None else time.monotonic() + timeout
            wake = wake_of_thread()
            self._wakes.append(wake)
            try:
                while True:
                    try:
                        return super().get(False)
                    except queue.Empty:
                        left = None if end is None else end - time.monotonic()
                        if left is not None and left <= 0:
                            raise
                    rest(left, is_over=lambda: not self.empty())
            finally:
                self._wakes.remove(wake)

    replace(queue, "SimpleQueue", lambda _: SimpleQueue)

    class End:
        """That of a thread."""

        def __init__(self):
            self._has_come = False
            self._wakes = []

        def come(self):
            self._has_come = True
            for wake in list(self._wakes):
                wake()

        def await_for(self, seconds):
            self._wakes.append(wake_of_thread())
            return rest(seconds, is_over=lambda: self._has_come)

    ends = weakref.WeakKeyDictionary()  # of threads that were started inside

    def starting_inside(real):
        def start(function, *arguments, **named):
            nonlocal starting
            if not is_inside():
                return real(function, *arguments, **named)
            end = End()
            if isinstance(getattr(function, "__self__", None), threading.Thread):
                ends[function.__self__] = end

            def run(*given):
                nonlocal starting
                enter()
                with lock:
                    starting -= 1
                try:
                    return function(*given)
                finally:
                    end.come()
                    leave()

            with lock:
                starting += 1
            try:
                return real(run, *arguments, **named)
            except BaseException:
                with lock:
                    starting -= 1
                raise

        return start

    for name in ("_start_new_thread", "_start_joinable_thread"):  # before Python 3.13, and since
        if hasattr(threading, name):
            replace(threading, name, starting_inside)

    def joining(real):
        def join(self, timeout=None):
            end = ends.get(self)
            if end is not None and is_inside() and self.ident != get_ident():
                if not end.await_for(None if timeout is None else max(timeout, 0)):
                    return
                timeout = None  # its last moments
            real(self, timeout)

        return join

    replace(threading.Thread, "join", joining)

    # Connections: how many bytes they have sent and read, and how long one waits for more

    class Book:
        def __init__(self):
            self.written = self.read = 0
            self.has_ended = self.is_connected = False
            self.answer = Answer()

    class Answer:
        """Tells whether an answer of HTTP/1.1 is under way; of anything else, that one may be."""

        def __init__(self):
            self.is_awaited = False
            self._head = b""
            self._left = None  # of its body

        def read(self, data):
            while data or self._left == 0:
                if self._left is None:
                    self._head += data
                    head, blank, data = self._head.partition(b"\r\n\r\n")
                    if not blank:
                        return
                    self._head = b""
                    self._left = self._length_of(head)
                    if head[9:10] == b"1":
                        self._left = None  # a further one follows
                        continue
                count = min(self._left, len(data))
                data = data[count:] if count else data
                self._left -= count
                if self._left == 0:
                    self._left = None
                    self.is_awaited = False
                elif not data:
                    return

        def _length_of(self, head):
            if head[9:12] in (b"204", b"304"):
                return 0
            for line in head.lower().split(b"\r\n"):
                name, _, value = line.partition(b":")
                if name == b"content-length":
                    return int(value)
            return float("inf")

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

    def replace_in_sockets(name, make):
        real = getattr(socket.socket, name)
        method = make(real)

        def of_socket(self, *arguments):
            return method(self, *arguments) if is_inside() else real(self, *arguments)

        replace(socket.socket, name, lambda _: of_socket)

    def connecting(real):
        def method(self, address):
            book_of(self).is_connected = True
            return real(self, address)

        return method

    def receiving(bytes_of, place_of_flags):
        def make(real):
            def method(self, *arguments):
                book = book_of(self)
                seconds = self.gettimeout()
                if seconds != 0 and is_tcp(self) and not rest(seconds, self.fileno()):
                    raise socket.timeout("timed out")
                result = real(self, *arguments)
                flags = arguments[place_of_flags] if len(arguments) > place_of_flags else 0
                if not flags & _socket.MSG_PEEK:
                    received = bytes_of(result, arguments)
                    book.read += len(received)
                    book.has_ended = book.has_ended or len(received) == 0
                    if seconds == 0 and not is_whole:
                        book.answer.read(bytes(received))
                return result

            return method

        return make

    def sending(real):
        def method(self, *arguments):
            book = book_of(self)
            book.answer.is_awaited = True
            count = real(self, *arguments)
            book.written += count
            return count

        return method

    def sending_all(real):
        def method(self, data, *flags):
            book = book_of(self)
            book.answer.is_awaited = True
            before = book.written
            # If this fails, nobody knows how much was sent.
            book.written = float("-inf")  # pyright: ignore -- not a number of bytes
            real(self, data, *flags)
            book.written = before + memoryview(data).nbytes

        return method

    def listen(real):
        def method(self, *arguments):
            listening.add(self)
            return real(self, *arguments)

        return method

    replace_in_sockets("connect", connecting)
    replace_in_sockets("connect_ex", connecting)
    replace_in_sockets("recv", receiving(lambda result, _: result, 1))
    replace_in_sockets("recv_into", receiving(lambda result, given: memoryview(given[0]).cast("B")[:result], 2))
    replace_in_sockets("send", sending)
    replace_in_sockets("sendmsg", sending)
    replace_in_sockets("sendall", sending_all)
    replace_in_sockets("listen", listen)

    def pairing(real):
        def socketpair(*arguments, **named):
            pair = real(*arguments, **named)
            pairs.update(pair)
            return pair

        return socketpair

    replace(socket, "socketpair", pairing)

    # Event loops: asyncio uses this selector on Linux

    def selecting(real):
        def select_on_clock(self, timeout=None):
            if takes_real_time(timeout):
                return real(self, timeout)
            rest(timeout, self.fileno(), self.get_map())
            move_timers()
            return real(self, 0)

        return select_on_clock

    replace(selectors.EpollSelector, "select", selecting)

    fds_before = set()  # what event loops watched when their threads came inside: others know what they wait for
    loops = weakref.WeakKeyDictionary()  # their timers that were set outside, by id; and the skew when they were moved

    def move_timers(is_entering=False):
        """Timers that were set outside take real time. Those that wait in the end take the rest of theirs."""
        asyncio = None if is_whole else sys.modules.get("asyncio")
        loop = asyncio._get_running_loop() if hasattr(asyncio, "_get_running_loop") else None  # pyright: ignore -- private
        timers = getattr(loop, "_scheduled", None)
        if timers is None or not (is_inside() or loop in loops):
            return
        before = ({id(timer): timer for timer in timers}, 0) if is_entering else ({}, skew)
        outer, moved_at = loops.get(loop, before)
        now = skew if is_inside() else 0
        for timer in timers:
            if id(timer) in outer or not is_inside():
                timer._when += (now - moved_at) / 1e9
        heapq.heapify(timers)
        if is_entering and loop not in loops:
            fds_before.update(loop._selector.get_map())  # pyright: ignore -- private
        if is_inside():
            loops[loop] = (outer, now)
        else:
            del loops[loop]

    # What somebody asks who lets it jump

    def path_of(frame):
        """Where a thread is."""
        path = []
        while frame is not None:
            path.append((frame.f_code, frame.f_lasti))
            frame = frame.f_back
        return path

    #: The number of the call to the system in which threads wait for locks.
    futex = {"x86_64": "202", "aarch64": "98"}.get(os.uname().machine)

    def time_limit_of(task):
        """Of its wait for a lock: 0 if it has none, None if it does anything else."""
        call = text_of(f"self/task/{task}/syscall").split()
        is_waiting = len(call) > 4 and call[0] == futex and int(call[2], 16) & 0x7F in (0, 9)
        return int(call[4], 16) if is_waiting else None

    def waits_for_others(thread):
        """Another thread of Python wakes it, and nothing else."""
        threads = threading._active.copy()  # pyright: ignore -- private
        tasks = {ident: one.native_id for ident, one in threads.items()}
        if thread not in tasks or time_limit_of(tasks[thread]) != 0:
            return False
        # Threads that are not Python's wake it if they wait for a network, say.
        others = set(list_folder("/proc/self/task")) - {str(task) for task in tasks.values()}
        at_work = [task for task in others if time_limit_of(task) is None]
        return len(at_work) <= len(current_frames().keys() - tasks.keys())  # Python's too, started with `_thread`

    def is_of_xdist(frame):
        """Does a thread of pytest-xdist wait for what the next test is?"""
        return frame.f_code.co_name == "read" and frame.f_globals.get("__name__") == "execnet.gateway_base"

    def next_alarm():
        """It rings in real time, here in nanoseconds."""
        left = alarm(signal.ITIMER_REAL)[0]
        return real_monotonic_ns() + int(left * 1e9) if left > 0 else None

    def look(me):
        """What the threads do, except for the one that asks."""
        with lock:
            sockets = [(sock, sock.fileno(), book) for sock, book in books.items()]
            own = [wait for thread, wait in waits.items() if is_whole or thread in inside]
            awaited = set()
            for wait in own:
                wait.is_told = True
                if wait.loop is not None:
                    awaited.update(fd for fd in wait.loop if fd >= 0)
                elif wait.fd is not None and not wait.is_watching:
                    awaited.add(wait.fd)
            return types.SimpleNamespace(
                hindrance=hindrance(me, own, awaited, sockets),
                due=min((wait.due for wait in own if wait.due is not None), default=None),
                events=events,
                sockets=sockets,
                awaited=awaited,
            )

    def hindrance(me, own, awaited, sockets):
        """Why it is not known that all of them only wait; None if it is."""
        if starting > 0:
            return "a thread is about to start"
        for thread, frame in current_frames().items():
            is_own = is_whole or thread in inside
            wait = waits.get(thread)
            if thread == me or (wait if is_own else paths_at_first.get(thread) == path_of(frame)):
                continue
            if is_of_xdist(frame):
                continue
            # Left over from an earlier block, say an idle one of a pool.
            if wait and wait.due is None and wait.fd is None and not wait.has_ended():
                continue
            # Only `turns` show that nobody has just woken it, and who asks for a whole process does not look at them.
            if not is_whole and waits_for_others(thread):
                continue
            code = frame.f_code
            place = f"{code.co_name} ({code.co_filename}:{frame.f_lineno})"
            if is_own:
                return f"a thread is at work, or waits in its own way, in {place}"
            return f"a thread that was started outside may be at work, in {place}"
        if any(wait.has_ended() for wait in own):
            return "a thread has something to do"
        if next_alarm() is not None and not is_alarm_of_others():
            return "an alarm is set"
        tcp = {fd: (sock, book) for sock, fd, book in sockets if is_tcp(sock)}
        if not awaited <= {*tcp, 0, 1, 2, *fds_before, *(sock.fileno() for sock in (*listening, *pairs))}:
            return "an event loop waits for something unknown"
        if is_whole:
            return None  # the sandbox knows of answers
        for fd in awaited & set(tcp):
            sock, book = tcp[fd]
            if book.answer.is_awaited or not any(wait.loop is not None and fd in wait.loop for wait in own):
                return f"an answer of {place_of(peer_of(sock))} may be on its way"
        return None

    def is_alarm_of_others():
        rings = next_alarm()
        if is_whole or rings is None or alarm_at_first is None:
            return False
        return abs(rings - alarm_at_first) < 50 * MS

    def peer_of(sock):
        try:
            return sock.getpeername()
        except OSError:
            return ("nobody", 0)

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

    def turns(own_task):
        """How often each other thread of this process has run, or None while one does."""
        counts = {}
        for task in list_folder("/proc/self/task"):
            if task == str(own_task):
                continue
            facts = dict(line.split(":\t", 1) for line in text_of(f"self/task/{task}/status").splitlines() if ":\t" in line)
            if facts.get("State", "S")[:1] != "S":
                return None
            counts[task] = (facts.get("voluntary_ctxt_switches"), facts.get("nonvoluntary_ctxt_switches"))
        return counts

    def travel_to(ms):
        nonlocal skew
        with lock:
            by, skew = ms * MS - skew, ms * MS
            # A wait that began after the last look began after the jump, as far as this process can tell.
            for thread, wait in waits.items():
                if by > 0 and wait.is_told and wait.due is not None and (is_whole or thread in inside):
                    wait.due -= by
                    wait.wake()

    def fail(thread, error):
        """Ends the wait of a thread."""
        with lock:
            errors[thread] = error
            if thread in waits:
                waits[thread].wake()

    def forget():
        """A forked process has none of the threads. It goes by real time, and so does its parent meanwhile."""
        waits.clear()
        inside.clear()
        of_thread.__dict__.clear()
        lock.release()

    os.register_at_fork(before=lock.acquire, after_in_parent=lock.release, after_in_child=forget)
    if is_whole:
        install()
    else:
        own_cells.update({id(cell) for cell in cells_of_closures()} - {id(cell) for cell in cells_of_others})
        cells_of_others.clear()
    return types.SimpleNamespace(
        enter=enter,
        leave=leave,
        install=install,
        remove=remove,
        look=look,
        children=children,
        turns=turns,
        travel_to=travel_to,
        fail=fail,
        watch=watch,
        place_of=place_of,
        is_tcp=is_tcp,
        real_time_ns=real_time_ns,
        real_monotonic_ns=real_monotonic_ns,
    )


# </time-travel>


def follow(folder):
    """Puts the process on the clock of the run whose folder this is."""
    import _socket
    import _thread
    import json

    with open(f"{folder}/skew") as file:
        skew_ms = int(file.read())
    control = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    control.connect(f"{folder}/socket")
    clock = travelling_clock(skew_ms)
    get_ident, told_events = _thread.get_ident, -1

    def view():
        nonlocal told_events
        seen = clock.look(get_ident())
        has_changed, told_events = told_events != seen.events, seen.events
        # Between the two clocks, in nanoseconds.
        offset = clock.real_time_ns() - clock.real_monotonic_ns()
        return {
            "isIdle": seen.hindrance is None,
            "hasChanged": has_changed,
            "events": seen.events,
            "connections": [end_of(sock, book, fd in seen.awaited) for sock, fd, book in seen.sockets if fd >= 0],
            "children": clock.children(),
            "threads": [],
            **({} if seen.due is None else {"nextMs": -(-(seen.due + offset) // 1_000_000)}),
        }

    def end_of(sock, book, is_awaited):
        here, there = "socket", "unknown"
        try:
            if clock.is_tcp(sock):
                here, there = clock.place_of(sock.getsockname()), clock.place_of(sock.getpeername())
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

    def send(message, dumps=json.dumps):
        control.sendall(dumps(message).encode() + b"\n")

    def answer(loads=json.loads):
        rest_of_line = b""
        try:
            for received in iter(lambda: control.recv(65_536), b""):
                *lines, rest_of_line = (rest_of_line + received).split(b"\n")
                for message in map(loads, lines):
                    if "skewMs" in message:
                        clock.travel_to(message["skewMs"])
                    else:
                        send({"answer": message["ask"], "view": view()})
        except OSError:
            pass  # the run is over
        finally:
            control.close()  # else the sandbox would wait for an answer

    os.register_at_fork(after_in_child=control.close)
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
