// Starts a sandbox in the ways that people and CI jobs do, and sends a signal to what they started.
import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import '../support/process/fresh-build.js'
import { startOf } from '../../build/node/process-table.js'

const bin = fileURLToPath(new URL('../../dist/bin.cjs', import.meta.url))

/** A sandbox that has not ended after this time runs on. */
const END_MS = 5_000
/** How long anything may take that has to come. */
export const LONG_MS = 60_000
const LOOK_MS = 20

export const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL']

/** Each command, and whether the signal goes to its whole process group. */
export const launchers = [
  { name: '`npx alias-sandbox`', command: ['npx', 'alias-sandbox'] },
  { name: '`npm exec alias-sandbox`', command: ['npm', 'exec', 'alias-sandbox'] },
  { name: '`npm start`', command: ['npm', 'start'] },
  { name: '`npm run sandbox`', command: ['npm', 'run', 'sandbox'] },
  { name: "`sh -c 'npx alias-sandbox'`", command: ['sh', '-c', 'npx alias-sandbox'] },
  { name: "`bash -c 'npx alias-sandbox'`", command: ['bash', '-c', 'npx alias-sandbox'] },
  { name: '`timeout 60 npx alias-sandbox`', command: ['timeout', '60', 'npx', 'alias-sandbox'] },
  {
    name: '`npx alias-sandbox`, the signal to its process group',
    command: ['npx', 'alias-sandbox'],
    isGroup: true,
  },
  {
    name: '`alias-sandbox`, without npm',
    command: ['node_modules/.bin/alias-sandbox'],
  },
  {
    name: '`sh -c`, of several commands',
    command: ['sh', '-c', 'npx alias-sandbox; true'],
  },
]

/** A project that has the package installed. */
export function makeProject(scripts = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-ending-'))
  const all = { sandbox: 'alias-sandbox', start: 'alias-sandbox', ...scripts }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: all }))
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(bin, join(folder, 'node_modules/.bin/alias-sandbox'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Runs a command in a project, in a process group of its own. Its sandbox takes a free port. */
export function runIn(folder, [command, ...args], env = {}) {
  const own = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'))
  const child = spawn(command, args, {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
    env: {
      ...Object.fromEntries(own),
      npm_config_update_notifier: 'false',
      ALIAS_SANDBOX_PORT: '0',
      ALIAS_SANDBOX_READY_FILE: join(folder, 'ready.json'),
      ...env,
    },
  })
  const ended = new Promise((resolve) => child.on('exit', (code) => resolve(code)))
  return { child, ended }
}

/** The process of the sandbox that has written the ready file of the project. */
export async function untilReady(folder) {
  const file = join(folder, 'ready.json')
  const isThere = await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '', LONG_MS)
  if (!isThere) throw new Error(`no sandbox was ready in ${folder}`)
  const { pid, url } = JSON.parse(readFileSync(file, 'utf8'))
  return { url, ...watched(pid) }
}

/** Tells whether a process still runs. */
export function watched(pid) {
  const start = startOf(pid)
  const hasEnded = () => startOf(pid) !== start
  return { pid, hasEnded, end: (ms = LONG_MS) => until(hasEnded, ms) }
}

/** Returns the fate of the sandbox when its launcher gets a signal: `ends` or `runs on`. */
export async function sendTo({ command, isGroup }, signal, endMs = END_MS) {
  const project = makeProject()
  const { child } = runIn(project.folder, command)
  try {
    const sandbox = await untilReady(project.folder)
    if (isGroup) signalGroup(child.pid, signal)
    else child.kill(signal)
    return (await sandbox.end(endMs)) ? 'ends' : '**runs on**'
  } finally {
    endGroup(child.pid)
    project.remove()
  }
}

/** Ends what is left of a process group. */
export function endGroup(pid) {
  try {
    signalGroup(pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error // nothing is left
  }
}

function signalGroup(pid, signal) {
  process.kill(-Number(pid), signal)
}

async function until(isTrue, ms) {
  for (let waited = 0; !isTrue(); waited += LOOK_MS) {
    if (waited >= ms) return false
    await sleep(LOOK_MS)
  }
  return true
}
