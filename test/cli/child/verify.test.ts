import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { builtFile } from '../../support/process/fresh-build.js'
import { freshFolder } from '../../support/process/fresh-folder.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const careless = ['--', 'node', 'docs/tutorial/careless.mjs']
const careful = ['--', 'node', 'docs/tutorial/careful.mjs']

/** Runs the built command line and returns its output and exit code. */
function run(
  ...argv: string[]
): Promise<{ exitCode: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn('node', [builtFile('dist/bin.cjs'), ...argv], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const out = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (out.stderr += text))
    child.on('close', (exitCode) => resolve({ exitCode, ...out }))
  })
}

describe('exec --verify', () => {
  it.each([
    ['a client that broke a rule though it passed', ['-s', 'many_pages', ...careless], 4],
    ['a client that kept them', ['-s', 'many_pages', ...careful], 0],
    ['a client that failed by itself', ['-s', 'past_due', ...careful], 1],
  ])('%s', async (_what, argv, exitCode) => {
    const ended = await run('exec', '--verify', ...argv)
    expect([ended.exitCode, ended.stderr]).toEqual([
      exitCode,
      expect.stringMatching(
        /in \d+ requests? of account default:[^]*\netiquette: \d of \d+ rules failed/,
      ),
    ])
  })

  it.each([
    ['report.xml', /^<\?xml/],
    ['report.json', /^\{/],
    ['report.md', /^## alias-sandbox etiquette/],
    ['report.txt', /\netiquette: 1 of \d+ rules failed, /],
  ])('writes %s, and the session next to it after a failure', async (name, form) => {
    const file = join(freshFolder(), name)
    await run('exec', '-q', '--verify', '--report', file, '-s', 'many_pages', ...careless)
    expect(readFileSync(file, 'utf8')).toMatch(form)
    const replayed = await run('replay', `${file}.session.json`)
    expect([replayed.exitCode, replayed.stdout]).toEqual([0, expect.stringContaining('21')])
  })

  it('tells the verdict first, and calls that are alike in one line', async () => {
    const loop = `const headers = { authorization: 'Bearer ' + process.env.ALIAS_SANDBOX_API_KEY }
      for (let call = 0; call < 60; call += 1) {
        await (await fetch(process.env.ALIAS_SANDBOX_URL + '/v1/aliases', { headers })).text()
      }`
    const node = ['--', 'node', '--input-type=module', '-e', loop]
    const { stderr } = await run('exec', '--verify', '-s', 'past_due', ...node)
    const [verdict = '', calls = ''] = stderr.split('rules failed')
    expect(verdict).toContain('FAIL')
    expect(calls.match(/GET \/v1\/aliases/g)).toHaveLength(1)
    expect(calls).toContain('(× 60)')
  })

  it('--json prints one object, and the command prints to standard error', async () => {
    const argv = ['--verify', '--json', '-s', 'many_pages', ...careless]
    const { exitCode, stdout, stderr } = await run('exec', ...argv)
    expect(exitCode).toBe(4)
    expect(JSON.parse(stdout)).toMatchObject({
      exit_code: 4,
      command_exit_code: 0,
      report: { calls: 21, accounts: ['default'] },
    })
    expect(stderr).toContain('400 aliases\n')
  })

  it('--json and a page do not mix the output of the command with the object', async () => {
    const page = join(freshFolder(), 'run.html')
    const argv = ['--json', '-q', '--report', page, '--', 'node', '-e', `console.log('said')`]
    const { stdout, stderr } = await run('exec', ...argv)
    expect(JSON.parse(stdout)).toMatchObject({ exit_code: 0, command_exit_code: 0 })
    expect(stderr).toBe('said\n')
  })

  it('tells tests that start a sandbox of their own that it is not judged', async () => {
    const library = pathToFileURL(builtFile('dist/index.js')).href
    const starts = `const { startSandbox } = await import(${JSON.stringify(library)})
      for (const _ of [1, 2]) await (await startSandbox()).close()`
    const node = ['--', 'node', '--input-type=module', '-e', starts]
    const warning = /warning: startSandbox\(\) started a sandbox of its own.*connectSandbox\(\)/g
    expect((await run('exec', '--verify', ...node)).stderr.match(warning)).toHaveLength(1)
    expect((await run('exec', ...node)).stderr).not.toMatch(warning)
  })
})

it('commands of ours know the variables that exec sets for its command', async () => {
  const inside = ['--', 'node', builtFile('dist/bin.cjs'), 'requests']
  const { exitCode, stderr } = await run('exec', '-q', '--verify', '--smtp-port', '0', ...inside)
  expect([exitCode, stderr]).toEqual([4, expect.not.stringContaining('unknown variable')])
})

describe('--vary', () => {
  it('prints the random choices, the same for the same seed', async () => {
    const drawn = async () => (await run('exec', '--vary', '7', '--', 'true')).stderr.split('\n')[0]
    expect(await drawn()).toMatch(/^alias-sandbox: --vary 7 chose \w+=/)
    expect(await drawn()).toBe(await drawn())
  })
})

it.each([
  [['exec', '--report', 'x.pdf', ...careful], /\.json, \.md, \.txt, \.xml/],
  [['exec', '--cors-origin', 'app.example', ...careful], /expected an origin such as/],
  [['report', '--format', 'pdf'], /expected text, markdown or junit/],
])('%j is refused with 2 and one line', async (argv, message) => {
  const { exitCode, stderr } = await run(...argv)
  expect([exitCode, stderr.trim().split('\n').length]).toEqual([2, 1])
  expect(stderr).toMatch(message)
})
