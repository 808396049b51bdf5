import { delimiter, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { usePackedPackage } from '../support/process/temp-project.ts'
import { findNode } from '../support/tools/find-node.js'
import { needs } from '../support/tools/needs.ts'

/** The oldest of each release that package.json allows, and the newest. */
const nodes = [20, 22, 24, 26]

/** The first example of the README. */
const story = `
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
const bin = 'node_modules/alias-sandbox/dist/bin.cjs'
const argv = ['--scenario', 'past_due', '--port', '0', '--json']
const child = spawn(process.execPath, [bin, ...argv], { stdio: ['ignore', 'pipe', 'inherit'] })
const [line] = await once(child.stdout, 'data')
const { url, api_key } = JSON.parse(String(line).split('\\n')[0])
const create = async () => {
  const headers = { authorization: 'Bearer ' + api_key }
  console.log((await fetch(url + '/v1/aliases', { method: 'POST', headers })).status)
}
await create()
for (const action of ['update_card', 'settle_invoice'])
  execFileSync(process.execPath, [bin, 'trigger', action, '--url', url])
await create()
child.kill('SIGTERM')
console.log('ended with', (await once(child, 'exit'))[0])
`

/** The ways to load the package, which share one class of errors. */
const loaded = `
import { createRequire } from 'node:module'
import { SandboxError, startSandbox } from 'alias-sandbox'
import * as client from 'alias-sandbox/client'
const require = createRequire(import.meta.url)
const sandbox = await startSandbox({ scenario: 'many_pages' })
for (const { connectSandbox, SandboxError: Same } of [client, require('alias-sandbox/client')]) {
  const { defaultAccount } = await connectSandbox(sandbox.url)
  console.log((await defaultAccount.aliases()).length, Same === SandboxError)
}
console.log(require('alias-sandbox').startSandbox === startSandbox)
await sandbox.close()
`

type Runner = { packages: readonly string[]; argv: readonly string[]; passed: RegExp }

/** They run the snippets of docs/javascript.md, except for those that explore, which take half a minute. */
const runners: Record<string, Runner> = {
  'node-test': {
    packages: [],
    argv: ['--test', '--test-reporter=tap'],
    passed: /# pass 5\n# fail 0/,
  },
  vitest: {
    packages: ['vitest', 'vite'],
    argv: ['node_modules/vitest/vitest.mjs', 'run', 'aliases', 'past-due', 'waiting'],
    passed: /Tests +5 passed \(5\)/,
  },
  jest: {
    packages: ['jest', 'jest-environment-node'],
    argv: ['node_modules/jest/bin/jest.js', 'aliases'],
    passed: /Tests: +2 passed, 2 total/,
  },
  playwright: {
    packages: ['@playwright/test'],
    argv: ['node_modules/@playwright/test/cli.js', 'test'],
    passed: /^ +2 passed/m,
  },
}

describe.each(nodes)('the packed package, on Node %i', (number) => {
  const makeProject = usePackedPackage()
  const options = needs(`Node ${number}`)

  function project(packages: readonly string[]) {
    const node = findNode(number)!
    const made = makeProject(packages)
    const bins = join(made.folder, 'node_modules/.bin')
    const PATH = [dirname(node), bins, process.env['PATH']].join(delimiter)
    return { ...made, run: (argv: readonly string[]) => made.run(node, argv, { PATH }) }
  }

  it('starts, is driven by commands, and ends', options, async () => {
    const { run, write } = project([])
    write('story.mjs', story)
    expect(await run(['story.mjs'])).toEqual({ exitCode: 0, output: '403\n200\nended with 0\n' })
  })

  it('is imported and required', options, async () => {
    const { run, write } = project([])
    write('loaded.mjs', loaded)
    const output = '250 true\n250 true\ntrue\n'
    expect(await run(['loaded.mjs'])).toEqual({ exitCode: 0, output })
  })

  it.each(Object.keys(runners))('%s', options, async (name) => {
    const { packages, argv, passed } = runners[name]!
    const { run, write, copy } = project(packages)
    copy(`docs/snippets/${name}`)
    copy('docs/snippets/alias-client.mjs', 'alias-client.mjs')
    write('package.json', JSON.stringify({ name: 'mine', type: 'commonjs' }))
    const { exitCode, output } = await run(argv)
    expect(output).toMatch(passed)
    expect(exitCode).toBe(0)
  })
})
