// The modes in which a sandbox runs, each in its own process.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import '../support/process/fresh-build.js'
import { open, toBytes, within } from './wire.js'

const at = (name) => fileURLToPath(new URL(name, import.meta.url))
const running = new Set()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))
// By default, a signal ends a process without an `exit` event. The parent may also end without forwarding the
// signal.
for (const [signal, number] of [
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGTERM', 15],
]) {
  process.once(signal, () => process.exit(128 + number))
}
const parent = process.ppid
setInterval(() => process.ppid !== parent && process.exit(1), 500).unref()

/** Kills a process when this one ends, in whatever way. */
export function endWithUs(child) {
  running.add(child)
  child.once('close', () => running.delete(child))
}

/** A process that takes so much would end: it is killed before the machine suffers. */
const RUNAWAY_MB = 1_500
const MAX_START_MS = 20_000

const clock = ['--now', '2026-03-01T12:00:00Z', '--frozen']

/** The arguments of node, by mode. */
const commands = {
  listener: (folder, options) => [
    `${folder}/dist/bin.cjs`,
    'start',
    '--quiet',
    ...toFlags(options),
  ],
  json: (folder, options) => [`${folder}/dist/bin.cjs`, 'start', '--json', ...toFlags(options)],
  db: (folder, { temp, db = join(temp, 'db.json'), ...options }) => [
    `${folder}/dist/bin.cjs`,
    'start',
    '--quiet',
    ...toFlags({ ...options, db }),
  ],
  library: (folder, options) => [at('library-host.js'), folder, JSON.stringify(options)],
}

export const modeNames = Object.keys(commands)

function toFlags({ scenario, db, args = [] }) {
  const file = db === undefined ? [] : ['--db', db]
  return ['--port', '0', '--smtp-port', '0', ...clock, '--scenario', scenario, ...file, ...args]
}

/**
 * Starts a sandbox in a mode, from the package in `folder`. `options` are the files `scenario` and `db`, and
 * `args` of the command line. `port` is undefined if it did not start.
 */
export async function startIn(mode, folder, options = {}) {
  const temp = mkdtempSync(join(tmpdir(), 'alias-sandbox-resources-'))
  const command = commands[mode](folder, { scenario: at('baseline.yaml'), temp, ...options })
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] })
  endWithUs(child)
  const said = { stderr: '', first: '' }
  child.stderr.on('data', (chunk) => (said.stderr += chunk))
  const watch = setInterval(() => {
    if ((peakMegabytes(child.pid) ?? 0) > RUNAWAY_MB) child.kill('SIGKILL')
  }, 25)
  const exit = once(child, 'close').then(([code, signal]) => {
    clearInterval(watch)
    rmSync(temp, { recursive: true, force: true })
    return { exitCode: code, signal }
  })
  const ready = new Promise((resolve) => {
    child.stdout.on('data', (chunk) => {
      if (said.first.includes('\n')) return // keep reading, or the pipe fills up
      said.first += chunk
      if (said.first.includes('\n')) resolve(said.first)
    })
  })
  const sandbox = {
    mode,
    temp,
    pid: child.pid,
    said,
    child,
    exit,
    port: undefined,
    smtpPort: undefined,
    ended: undefined,
    listeners: [],
    /** Attaches event listeners, and replaces those whose connection was closed. */
    listen() {
      if (!sandbox.port) return
      sandbox.listeners = listenerKinds.map((kind, index) => {
        const former = sandbox.listeners[index]
        return former && !former.socket.destroyed ? former : attach(sandbox.port, kind)
      })
    },
    async end(graceMs = 8_000) {
      sandbox.isEnding = true
      child.kill('SIGTERM')
      if (await within(graceMs, exit)) return (await exit).exitCode
      child.kill('SIGKILL')
      await exit
      return 'it had to be killed'
    },
  }
  void exit.then((how) => (sandbox.ended = how))
  const starting = Promise.race([ready, exit.then(() => undefined)])
  if (await within(MAX_START_MS, starting)) {
    const line = await starting
    sandbox.port = toPort('http', line)
    sandbox.smtpPort = toPort('smtp', line)
  } else sandbox.isStuck = true
  if (sandbox.isStuck) child.kill('SIGKILL')
  if (!sandbox.port) await exit
  if (mode === 'listener') sandbox.listen()
  return sandbox
}

/** The port of a URL in the first line that a sandbox prints; undefined if there is none. */
function toPort(scheme, line = '') {
  const [, port] = new RegExp(`${scheme}://127\\.0\\.0\\.1:(\\d+)`).exec(line) ?? []
  return port && Number(port)
}

/** Two that read the events, of all accounts and of one account, and one that does not read. */
const listenerKinds = [
  { query: '', reads: true },
  { query: '?account=default', reads: true },
  { query: '', reads: false },
]

function attach(port, { query, reads }) {
  const connection = open(port)
  const target = `/_sandbox/events${query}`
  connection.socket.write(toBytes({ method: 'GET', target, headers: [] }))
  if (!reads) connection.socket.pause()
  return connection
}

/** The peak resident memory of a process in MB; undefined without /proc. */
function peakMegabytes(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const match = /VmHWM:\s+(\d+)/.exec(status)
    return match ? Number(match[1]) / 1_024 : undefined
  } catch {
    return undefined
  }
}
