// Publishes the package to a registry on this machine, and uses it from there in empty folders.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Its dependency `node-fetch` is named by a tag, which not every registry has. */
const tools = {
  dependencies: { verdaccio: '6.5.2' },
  overrides: { 'node-fetch': '2.7.0' },
}

/** What a user does with the library: it prints the status of an answer. */
const useOfLibrary = `
import { startSandbox } from 'alias-sandbox'
const sandbox = await startSandbox({ scenario: 'past_due' })
const headers = { authorization: 'Bearer ' + sandbox.apiKey }
console.log((await fetch(sandbox.url + '/v1/aliases', { headers })).status)
await sandbox.close()
`

export async function rehearse({ name, version }) {
  const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'))
  const inFolder = (path) => join(folder, path)
  for (const each of ['registry', 'npx', 'project']) mkdirSync(inFolder(each))
  let registry
  try {
    const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]
    const tarball = inFolder(npm(root, pack))
    writeFileSync(inFolder('registry/package.json'), JSON.stringify(tools))
    npm(inFolder('registry'), ['install', '--no-audit', '--no-fund', '--ignore-scripts'])
    registry = await startRegistry(inFolder('registry'))
    const token = await signUp(registry.url)
    const config = `registry=${registry.url}/\n//${new URL(registry.url).host}/:_authToken=${token}\n`
    writeFileSync(inFolder('npmrc'), config)
    const env = {
      ...process.env,
      npm_config_userconfig: inFolder('npmrc'),
      npm_config_cache: inFolder('cache'),
      npm_config_omit_lockfile_registry_resolved: 'false',
    }
    npm(folder, ['publish', tarball, '--ignore-scripts'], env)
    const published = npm(folder, ['view', name, 'dist.integrity'], env)
    expect('the integrity', published, integrityOf(tarball))
    expect('npx', npm(inFolder('npx'), ['exec', '--yes', '--', name, '--version'], env), version)
    const start = ['exec', '--yes', '--', name, 'exec', '--quiet', '--']
    const call = `fetch(process.env.ALIAS_SANDBOX_URL + '/_sandbox/live').then((answer) => console.log(answer.status))`
    expect('a sandbox', npm(inFolder('npx'), [...start, process.execPath, '-e', call], env), '200')
    writeFileSync(inFolder('project/package.json'), '{"type":"module"}')
    npm(inFolder('project'), ['install', '--save-dev', '--no-audit', '--no-fund', name], env)
    writeFileSync(inFolder('project/use.js'), useOfLibrary)
    const argv = [inFolder('project/use.js')]
    const status = execFileSync(process.execPath, argv, { encoding: 'utf8' }).trim()
    expect('the library', status, '403')
    const { packages } = JSON.parse(readFileSync(inFolder('project/package-lock.json'), 'utf8'))
    const installed = packages[`node_modules/${name}`]
    expect('the lock file', installed.integrity, integrityOf(tarball))
    expect('its source', new URL(installed.resolved).origin, registry.url)
  } finally {
    await registry?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startRegistry(folder) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  // Without an uplink, nothing comes from any other registry.
  const config = {
    storage: './storage',
    auth: { htpasswd: { file: './htpasswd' } },
    packages: { '**': { access: '$all', publish: '$authenticated' } },
    max_body_size: '10mb',
    log: { type: 'stdout', level: 'warn' },
  }
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
  const argv = ['node_modules/verdaccio/bin/verdaccio', '--config', 'config.json']
  const listening = ['--listen', `127.0.0.1:${port}`]
  const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }
  const server = spawn(process.execPath, [...argv, ...listening], options)
  const ended = once(server, 'exit')
  const stop = async () => {
    server.kill()
    await ended
  }
  for (let attempt = 0; attempt < 300 && server.exitCode === null; attempt += 1) {
    if (await answers(`${url}/-/ping`)) return { url, stop }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await stop()
  throw new Error('the registry did not start within 30 s')
}

const answers = (url) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

async function signUp(url) {
  const answer = await fetch(`${url}/-/user/org.couchdb.user:rehearsal`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'rehearsal', password: 'rehearsal' }),
  })
  return (await answer.json()).token
}

function npm(cwd, argv, env = process.env) {
  return execFileSync('npm', argv, { cwd, env, encoding: 'utf8' }).trim()
}

function integrityOf(file) {
  return `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
}

function expect(what, actual, wanted) {
  if (actual !== wanted) throw new Error(`${what}: ${actual} in place of ${wanted}`)
  console.log(`yes ${what}: ${actual}`)
}
