import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import '../support/process/fresh-build.js'
import { freePort } from '../support/process/free-port.ts'
import { defaults } from '../../src/contract/defaults.ts'
import { findNode } from '../support/tools/find-node.js'
import { needs } from '../support/tools/needs.ts'

// No image can be downloaded here. The instructions of the Dockerfile are carried out on a root of this machine's libraries and
// a Node from npm, and its ENTRYPOINT and HEALTHCHECK run as the user, and with the limits, of compose.yaml.
const root = fileURLToPath(new URL('../..', import.meta.url))
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
const compose = parse(readFileSync(join(root, 'compose.yaml'), 'utf8')) as {
  services: { sandbox: { environment: Record<string, string>; ports: string[] } }
}
const TOKEN = 'a-token-of-22-characters'
const NODE_USER = '1000' // `node` of the official images

describe('the image', needs('root', 'unshare', 'nsenter', 'setpriv', 'chroot', 'Node 24'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-image-'))
  const image = join(folder, 'root')
  beforeAll(() => {
    makeBase(image)
    execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
      cwd: root,
    })
    build(folder, image)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('answers from outside as a user without rights, with a root that it cannot write', async () => {
    const { url, status, cannotWrite } = await run(image)
    await status.healthy()
    for (const host of [
      'localhost',
      compose.services.sandbox.environment['ALIAS_SANDBOX_ALLOWED_HOST']!,
    ]) {
      expect(await ask(url, host)).toBe(200)
    }
    expect(await ask(url, 'elsewhere.test')).toBe(403)
    expect(status.of('Uid')).toBe(NODE_USER)
    expect(status.of('CapEff')).toMatch(/^0+$/)
    expect(status.of('CapBnd')).toMatch(/^0+$/)
    expect(status.of('NoNewPrivs')).toBe('1')
    expect(cannotWrite()).toBe(true)
  })

  it('opens its control API to the token only', async () => {
    const { url, status } = await run(image)
    await status.healthy()
    const read = (headers: Record<string, string> = {}) =>
      fetch(`${url}/_sandbox/accounts`, { headers }).then((answer) => answer.status)
    expect(await read()).toBe(401)
    expect(await read({ authorization: `Bearer ${TOKEN}` })).toBe(200)
  })

  it('is unhealthy without a token, although it answers /v1', async () => {
    const { url, status } = await run(image, { ALIAS_SANDBOX_CONTROL_TOKEN: '' })
    await expect.poll(() => ask(url, 'localhost').catch(() => 0)).toBe(200)
    expect(status.health()).toMatchObject({ status: 1, stderr: expect.stringContaining('token') })
  })

  it('ends with 0 when its first process gets SIGTERM', async () => {
    const { status, child } = await run(image)
    await status.healthy()
    const ended = once(child, 'exit')
    process.kill(status.pid, 'SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})

it('the Dockerfile and compose.yaml name the default port', () => {
  expect(instruction('EXPOSE')).toBe(String(defaults.port))
  expect(compose.services.sandbox.ports).toEqual([`127.0.0.1:${defaults.port}:${defaults.port}`])
})

it('compose.yaml takes all rights from the sandbox', () => {
  expect(compose.services.sandbox).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  })
})

function instructions(): [name: string, text: string][] {
  return dockerfile
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)])
}

function instruction(wanted: string): string {
  const found = instructions().filter(([name]) => name === wanted)
  expect(found, wanted).toHaveLength(1)
  return found[0]![1]
}

const words = (json: string) => JSON.parse(json) as string[]

/** Copies the C and C++ libraries of this machine, a few commands, and npm's Node 24: as much of `node:24-slim` as the image needs. */
function makeBase(image: string): void {
  const node = findNode(24)!
  const commands = ['env', 'ln', 'setpriv', 'touch'].map((name) => `/usr/bin/${name}`)
  const libraries = [node, ...commands.map((file) => realpathSync(file))].flatMap((file) =>
    [...execFileSync('ldd', [file], { encoding: 'utf8' }).matchAll(/(\/\S+) \(/g)].map(
      ([, path]) => path!,
    ),
  )
  for (const file of new Set([...libraries, ...commands])) {
    copyTo(image, file)
  }
  mkdirSync(join(image, 'usr/local/bin'), { recursive: true })
  copyFileSync(node, join(image, 'usr/local/bin/node'))
  for (const name of ['opt', 'tmp', 'proc', 'dev', 'etc']) mkdirSync(join(image, name))
  chmodSync(join(image, 'tmp'), 0o1777)
  writeFileSync(join(image, 'etc/passwd'), `node:x:${NODE_USER}:${NODE_USER}::/home/node:/bin/sh\n`)
}

function copyTo(image: string, file: string): void {
  mkdirSync(dirname(join(image, file)), { recursive: true })
  copyFileSync(file, join(image, file))
}

/** Carries out the instructions that change files, in their order. */
function build(context: string, image: string): void {
  for (const [name, text] of instructions()) {
    if (name === 'ADD') {
      const [pattern = '', to = ''] = text.split(' ')
      const [before = '', after = ''] = pattern.split('*')
      const tarball = readdirSync(context).find(
        (file) => file.startsWith(before) && file.endsWith(after),
      )
      execFileSync('tar', [
        '-xzf',
        join(context, tarball!),
        '-C',
        join(image, to),
        '--no-same-owner',
      ])
    } else if (name === 'RUN') {
      execFileSync('chroot', [image, ...words(text)])
    } else {
      expect(['FROM', 'ENV', 'USER', 'EXPOSE', 'HEALTHCHECK', 'ENTRYPOINT']).toContain(name)
    }
  }
}

/** A mounted root that nothing can write, a process table of its own, and none of root's rights. */
const ISOLATED = `
mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && mount -t proc proc "$1/proc" &&
mount --bind /dev "$1/dev" && image=$1 && shift && exec chroot "$image" "$@"`

const UNSHARE = '--mount --pid --fork sh -c'.split(' ')
const SETPRIV = `/usr/bin/setpriv --reuid=${NODE_USER} --regid=${NODE_USER} --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs`

/** Runs the entry point as its first process. The network is that of the machine, so the port is a free one. */
async function run(image: string, variables: Record<string, string> = {}) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = [
    'PATH=/usr/local/bin:/usr/bin',
    instruction('ENV'),
    `ALIAS_SANDBOX_PORT=${port}`,
    `ALIAS_SANDBOX_URL=${url}`,
    ...Object.entries({
      ...compose.services.sandbox.environment,
      ALIAS_SANDBOX_CONTROL_TOKEN: TOKEN,
      ...variables,
    }).map(([name, value]) => `${name}=${value}`),
  ]
  const child = spawn(
    'unshare',
    [
      ...UNSHARE,
      ISOLATED,
      'sh',
      image,
      ...asUser(['/usr/bin/env', '-i', ...env, ...words(instruction('ENTRYPOINT'))]),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  onTestFinished(() => {
    // The end of its first process ends all others.
    if (child.exitCode === null && child.signalCode === null)
      process.kill(firstProcess(child), 'SIGKILL')
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const ended = once(child, 'exit').then(() => errors)
  const early = await Promise.race([once(child.stdout, 'data').then(() => ''), ended])
  expect(early).toBe('')
  return { url, child, ...inside(child, env) }
}

const asUser = (command: readonly string[]) => [...SETPRIV.split(' '), ...command]

function firstProcess({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'))
}

/** Looks at the first process, and runs commands beside it, as `docker exec` does. */
function inside(child: ChildProcess, env: readonly string[]) {
  const pid = firstProcess(child)
  const enter = (command: readonly string[]) => {
    const spaces = ['--target', String(pid), '--mount', '--pid', '--root', '--wd']
    return spawnSync('nsenter', [...spaces, ...command], { encoding: 'utf8' })
  }
  const health = () => {
    const [, command] = instruction('HEALTHCHECK').split(' CMD ')
    return enter(asUser(['/usr/bin/env', '-i', ...env, ...words(command!)]))
  }
  return {
    cannotWrite: () =>
      enter(['/usr/bin/touch', '/opt/file']).stderr.includes('Read-only file system'),
    status: {
      pid,
      health,
      healthy: () => expect.poll(() => health().status).toBe(0),
      of: (field: string) =>
        new RegExp(`^${field}:\\s+(\\S+)`, 'm').exec(
          readFileSync(`/proc/${pid}/status`, 'utf8'),
        )?.[1],
    },
  }
}

/** Sends a request from outside under a name of the sandbox; `fetch` would not let a test choose it. */
function ask(url: string, name: string): Promise<number> {
  const headers = { host: name, authorization: 'Bearer sandbox_default' }
  return new Promise((resolve, reject) => {
    get(`${url}/v1/aliases`, { headers }, (answer) => resolve(answer.resume().statusCode!)).on(
      'error',
      reject,
    )
  })
}
