// Runs third-party tools on the OpenAPI documents (npm run interop).
// They are in a separate project because openapi-typescript needs TypeScript 5.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startSandbox } from './sandbox.js'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Installs the packages of the lock file if it has changed since the last installation. */
function install() {
  const installed = at('node_modules/.package-lock.json')
  const isFresh =
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(at('package-lock.json')).mtimeMs
  if (isFresh) return
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'])
}

/** @throws Error with the output of the command. */
function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: at('.'),
    encoding: 'utf8',
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ended with ${status}\n${stdout}${stderr}`)
}

const tool = (name, ...args) => run(at(`node_modules/.bin/${name}`), args)

const trials = {
  'openapi-typescript makes types of both documents'() {
    mkdirSync(at('made'), { recursive: true })
    tool('openapi-typescript', '../../schema/openapi-v1.json', '--output', 'made/v1.ts')
    tool('openapi-typescript', '../../schema/openapi.json', '--output', 'made/all.ts')
  },
  'a client in these types compiles'() {
    tool('tsc', '-p', 'tsconfig.json')
  },
  async 'openapi-fetch uses the service by them'({ url, key }) {
    const { useService } = await import('./made/out/typed-client.js')
    await useService(url, key)
  },
  async 'openapi-fetch drives the sandbox by them'({ url }) {
    const { driveSandbox } = await import('./made/out/typed-client.js')
    await driveSandbox(url)
  },
}

install()
const sandbox = await startSandbox()
let failed = 0
try {
  for (const [name, trial] of Object.entries(trials)) {
    try {
      await trial(sandbox)
      console.log(`ok      ${name}`)
    } catch (error) {
      failed += 1
      console.log(`FAILED  ${name}\n        ${error.message}`)
    }
  }
} finally {
  sandbox.stop()
}
console.log(`${Object.keys(trials).length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
