import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { findPython } from '../support/tools/find-command.js'
import { needs } from '../support/tools/needs.ts'
import { travellingClient } from './support/travelling-client.ts'

const outage: Scenario = { faults: [{ kind: 'outage', for: '40s' }] }

/** What every script may use; `call` makes one and returns its status, `say` prints a value. */
const PRELUDE = `
import json, os, time, urllib.error, urllib.request
url = os.environ['ALIAS_SANDBOX_URL'] + '/v1/aliases'
headers = {'Authorization': 'Bearer ' + os.environ['ALIAS_SANDBOX_API_KEY']}
def say(value):
    print('say', json.dumps(value), flush=True)
def call(timeout=None):
    try:
        return urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=timeout).status
    except urllib.error.HTTPError as refusal:
        return refusal.code
`

/** Runs a client in Python in a sandbox whose time it travels through. */
function pythonClient(
  script: string,
  journey: { with?: Scenario; module?: string; env?: Record<string, string> } = {},
) {
  const { module = 'urllib.request', ...others } = journey
  const python = findPython(module)!
  return travellingClient('', { ...others, command: () => [python, '-c', PRELUDE + script] })
}

const isWait = (from: number, to: number) => (value: unknown) =>
  Number(value) >= from && Number(value) < to

describe('a client in Python', needs('python3 urllib.request', '/proc'), () => {
  it('waits for 30 s in no time, by each of its clocks', async () => {
    const { said, calls, exitCode, errors } = await pythonClient(
      `
from datetime import date, datetime, timezone
clocks = [time.time, time.monotonic, time.perf_counter, lambda: time.time_ns() / 1e9, lambda: time.monotonic_ns() / 1e9,
    lambda: datetime.now().timestamp(), lambda: datetime.now(timezone.utc).timestamp(),
    lambda: datetime.utcnow().replace(tzinfo=timezone.utc).timestamp(), lambda: datetime.today().timestamp(),
    lambda: time.mktime(time.localtime()), lambda: time.mktime(time.strptime(time.ctime()))]
before = [clock() for clock in clocks]
call()
time.sleep(35)
time.sleep(10)
call()
for clock, start in zip(clocks, before):
    say(clock() - start)
`,
      { with: outage },
    )
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
    expect(said).toHaveLength(11)
    for (const seconds of said) expect(seconds).toSatisfy(isWait(44, 80))
    expect(calls.map(({ outcome }) => outcome)).toEqual(['outage', 'listed'])
  })

  it('that waits too short is still refused', async () => {
    const { said } = await pythonClient(
      `
say(call())
time.sleep(20)
say(call())
time.sleep(21)
say(call())
`,
      { with: outage },
    )
    expect(said).toEqual([503, 503, 200])
  })

  it('ends its time-out for an answer that never comes', async () => {
    const { said, calls } = await pythonClient(
      `
start = time.monotonic()
try:
    call(timeout=20)
except OSError as error:
    say(type(error).__name__)
say(time.monotonic() - start)
`,
      { with: { faults: [{ kind: 'hang' }] } },
    )
    expect(said[0]).toMatch(/^(TimeoutError|timeout)$/) // before 3.10 it is socket.timeout
    expect(said[1]).toSatisfy(isWait(20, 40))
    expect(calls).toHaveLength(1)
  })

  it('gets an answer that comes shortly before its time-out', async () => {
    const { said } = await pythonClient('say(call(timeout=20))', {
      with: { faults: [{ kind: 'delay', ms: 19_000 }] },
    })
    expect(said).toEqual([200])
  })

  it('waits in an event loop, for time and for answers', async () => {
    const { said, errors } = await pythonClient(
      `
import asyncio
from urllib.parse import urlsplit
async def call():
    reader, writer = await asyncio.open_connection(urlsplit(url).hostname, urlsplit(url).port)
    writer.write(f'GET /v1/aliases HTTP/1.1\\r\\nHost: {urlsplit(url).netloc}\\r\\nAuthorization: {headers["Authorization"]}\\r\\nConnection: close\\r\\n\\r\\n'.encode())
    status = (await reader.read()).split()[1].decode()
    writer.close()
    return status
async def main():
    start = asyncio.get_running_loop().time()
    say(await call())
    await asyncio.sleep(45)
    say(await asyncio.wait_for(call(), 20))
    say(await asyncio.gather(*[asyncio.wait_for(call(), 5) for _ in range(20)]))
    say(asyncio.get_running_loop().time() - start)
asyncio.run(main())
`,
      { with: outage },
    )
    expect(errors).toBe('')
    expect(said.slice(0, 3)).toEqual(['503', '200', Array.from({ length: 20 }, () => '200')])
    expect(said[3]).toSatisfy(isWait(45, 80))
  })

  it('waits in several threads, each for its own time', async () => {
    const { said } = await pythonClient(`
import threading
start = time.monotonic()
def wait(seconds):
    time.sleep(seconds)
    call()
    say([seconds, round(time.monotonic() - start)])
threads = [threading.Thread(target=wait, args=[seconds]) for seconds in (50, 20, 35)]
for thread in threads: thread.start()
for thread in threads:
    while thread.is_alive(): time.sleep(1)
`)
    expect(said.map((value) => (value as number[])[0])).toEqual([20, 35, 50])
    for (const [seconds, took] of said as [number, number][]) {
      expect(took).toSatisfy(isWait(seconds, seconds + 20))
    }
  })

  it.each([
    [
      'a thread that computes',
      `
import threading
def compute():
    end = time.process_time() + 0.5
    while time.process_time() < end: pass
    say('done')
threading.Thread(target=compute).start()`,
    ],
    [
      'a thread that waits elsewhere',
      `
import select, threading
threading.Thread(target=lambda: (select.select([], [], [], 0.5), say('done'))).start()`,
    ],
    [
      'a process that it has started',
      `
import subprocess
subprocess.Popen(['sh', '-c', """sleep 0.5; echo 'say "done"'"""])`,
    ],
    [
      'a process that it has forked',
      `
import signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
if os.fork() == 0:
    time.sleep(0.5)
    say('done')
    os._exit(0)`,
    ],
    [
      'an alarm',
      `
import signal
signal.signal(signal.SIGALRM, lambda *_: say('done'))
signal.setitimer(signal.ITIMER_REAL, 0.5)`,
    ],
  ])('is not early because of %s', async (_what, script) => {
    const { said } = await pythonClient(`${script}\ntime.sleep(40)\nsay('waited')`)
    expect(said).toEqual(['done', 'waited'])
  })

  it('is not early in an event loop that waits for something unknown', async () => {
    const { said } = await pythonClient(`
import asyncio, subprocess, tempfile
fifo = os.path.join(tempfile.mkdtemp(), 'fifo')
os.mkfifo(fifo)
opened = os.open(fifo, os.O_RDWR | os.O_NONBLOCK)
subprocess.run(['sh', '-c', '(sleep 0.5; echo > "$0") >/dev/null 2>&1 &', fifo])
loop = asyncio.new_event_loop()
loop.add_reader(opened, lambda: (say('read'), loop.stop()))
loop.call_later(60, lambda: (say('too late'), loop.stop()))
loop.run_forever()
`)
    expect(said).toEqual(['read'])
  })

  it('has the clocks that other code expects', async () => {
    const { said, errors, output } = await pythonClient(`
import copy, datetime, logging, pickle, sys
now = datetime.datetime.now()
say([type(now) is datetime.datetime, pickle.loads(pickle.dumps(now)) == now, type(now - datetime.timedelta(1)) is datetime.datetime])
class Own(datetime.datetime): pass
say(pickle.loads(pickle.dumps(time.sleep)) is time.sleep)
say([type(Own.now()) is Own, isinstance(datetime.date.today(), datetime.date)])
class Timer:
    clock = time.perf_counter
say(Timer().clock() > 0)
logging.basicConfig(stream=sys.stdout, format='%(asctime)s %(message)s', datefmt='%Y')
logging.warning('year')
say(time.strftime('%Y') == str(now.year))
for wrong in (-1, 'x'):
    try: time.sleep(wrong)
    except (ValueError, TypeError) as error: say(type(error).__name__)
`)
    expect(errors).toBe('')
    expect(said).toEqual([
      [true, true, true],
      true,
      [true, true],
      true,
      true,
      'ValueError',
      'TypeError',
    ])
    expect(output).toMatch(/^20\d\d year\n$/)
  })

  it('runs the sitecustomize that there is besides', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-site-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, 'sitecustomize.py'), 'import os\nos.environ["CUSTOMIZED"] = "yes"\n')
    const { said } = await pythonClient(
      `say(os.environ['CUSTOMIZED']); start = time.time(); time.sleep(30); say(time.time() - start)`,
      { env: { PYTHONPATH: folder } },
    )
    expect(said).toEqual(['yes', expect.toSatisfy(isWait(30, 50))])
  })

  it('goes by real time when its sandbox has ended', async () => {
    const { said, errors } = await pythonClient(`
import subprocess, sys
for folder in ('/does/not/exist', ''):
    env = {**os.environ, 'ALIAS_SANDBOX_TIME_TRAVEL': folder}
    code = 'import time; print(type(time.sleep).__name__)'
    say(subprocess.run([sys.executable, '-c', code], env=env, capture_output=True, text=True).stdout.strip())
`)
    expect(errors).toBe('')
    expect(said).toEqual(['builtin_function_or_method', 'builtin_function_or_method'])
  })

  it('may use requests', needs('python3 requests'), async () => {
    const { said } = await pythonClient(
      `
import requests
session = requests.Session()
while (answer := session.get(url, headers=headers, timeout=20)).status_code == 503:
    time.sleep(int(answer.headers['Retry-After']))
say(answer.status_code)
`,
      { with: outage, module: 'requests' },
    )
    expect(said).toEqual([200])
  })

  it('may leave the waiting to urllib3', needs('python3 urllib3'), async () => {
    const { said, calls } = await pythonClient(
      `
import urllib3
http = urllib3.PoolManager(headers=headers, retries=urllib3.Retry(5, status_forcelist=[503]))
say(http.request('GET', url).status)
`,
      { with: { faults: [{ kind: 'outage', times: 2 }] }, module: 'urllib3' },
    )
    expect(said).toEqual([200])
    expect(calls.map(({ outcome }) => outcome)).toEqual(['outage', 'outage', 'listed'])
  })
})
