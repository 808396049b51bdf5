// Starts a sandbox that outlives this step, and gives the job its URL and key. Inputs are variables (action.yml).
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fail, files, findBin, tell } from './sandbox.js'

const { INPUT_SCENARIO, INPUT_VERSION, INPUT_URL_VARIABLE, INPUT_KEY_VARIABLE } = process.env
const START_LIMIT_MS = 60_000

for (const name of [INPUT_URL_VARIABLE, INPUT_KEY_VARIABLE].filter(Boolean)) {
  if (!/^[a-z_]\w*$/i.test(name) || /^(GITHUB|RUNNER|NODE)_|^PATH$/i.test(name)) {
    fail(
      `${JSON.stringify(name)} must be the name of a variable, not of one that the runner or Node reads`,
    )
  }
}
const bin = findBin() ?? install()
rmSync(files.ready, { force: true })
const log = openSync(files.log, 'w')
const argv = ['start', '--port', '0', '--quiet', '--ready-file', files.ready]
if (INPUT_SCENARIO) argv.push(`--scenario=${INPUT_SCENARIO}`)
const child = spawn(process.execPath, [bin, ...argv], {
  detached: true,
  stdio: ['ignore', log, log],
})
const deadline = Date.now() + START_LIMIT_MS
while (!existsSync(files.ready)) {
  if (child.exitCode !== null || Date.now() > deadline) {
    fail(`no sandbox was started:\n${readFileSync(files.log, 'utf8')}`)
  }
  await sleep(50)
}
const { url, api_key: key } = JSON.parse(readFileSync(files.ready, 'utf8'))
tell('GITHUB_OUTPUT', { url })
tell('GITHUB_ENV', {
  ALIAS_SANDBOX_URL: url,
  ALIAS_SANDBOX_API_KEY: key,
  ...(INPUT_URL_VARIABLE && { [INPUT_URL_VARIABLE]: url }),
  ...(INPUT_KEY_VARIABLE && { [INPUT_KEY_VARIABLE]: key }),
})
console.log(`alias-sandbox ready on ${url}`)
child.unref()

/** Installs the version of the action, or the one that was asked for. */
function install() {
  const own = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const version = INPUT_VERSION || own.version
  if (!/^\d[\w.+-]*$/.test(version)) {
    fail(
      `version must be that of a release, such as ${own.version} (got ${JSON.stringify(version)})`,
    )
  }
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefix', files.installed]
  const { status } = spawnSync('npm', ['install', ...options, `alias-sandbox@${version}`], {
    stdio: 'inherit',
  })
  if (status !== 0) fail(`npm could not install alias-sandbox@${version}`)
  return findBin()
}
