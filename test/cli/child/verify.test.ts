import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { builtFile } from '../../support/process/fresh-build.js'
import { freshFolder } from '../../support/process/fresh-folder.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const careless = ['--', 'node', 'docs/tutorial/careless.js']
const careful = ['--', 'node', 'docs/tutorial/careful.js']

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
        /in \d+ calls? of account default:[^]*\netiquette: \d of \d+ rules failed/,
      ),
    ])
  })

  it.each([
    ['report.xml', /^<\?xml/],
    ['report.json', /^\{/],
    ['report.md', /^## alias-sandbox etiquette/],
    ['report.txt', /\netiquette: 1 of \d+ rules failed, /],
  ])('writes %s, and the journal next to it after a failure', async (name, form) => {
    const file = join(freshFolder(), name)
    await run('exec', '-q', '--verify', '--report', file, '-s', 'many_pages', ...careless)
    expect(readFileSync(file, 'utf8')).toMatch(form)
    const { requests } = JSON.parse(readFileSync(`${file}.journal.json`, 'utf8')) as {
      requests: object[]
    }
    expect(requests).toHaveLength(21)
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

  it('writes no journal when everything passes', async () => {
    const file = join(freshFolder(), 'report.md')
    expect((await run('exec', '-q', '--verify', '--report', file, ...careful)).exitCode).toBe(0)
    expect([existsSync(file), existsSync(`${file}.journal.json`)]).toEqual([true, false])
  })
})

describe('matrix', () => {
  it('shows for each scenario the exit code and the outcomes of the calls', async () => {
    const { exitCode, stdout, stderr } = await run(
      'matrix',
      '--scenarios',
      'past_due,collision',
      '--format',
      'json',
      ...careful,
    )
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({
        scenario: 'past_due',
        exit_code: 1,
        calls: 1,
        outcomes: { plan_past_due: 1 },
      }),
      expect.objectContaining({
        scenario: 'collision',
        exit_code: 0,
        calls: 3,
        outcomes: { created: 1, listed: 1, collision: 1 },
      }),
    ])
    expect(stderr).toMatch(/\[2\/2\]/)
  })

  it('prints the table as Markdown with --format markdown', async () => {
    const { stdout } = await run(
      'matrix',
      '--scenarios',
      'plus',
      '--format',
      'markdown',
      ...careful,
    )
    expect(stdout).toMatch(/^## alias-sandbox matrix\n.*\n\| scenario \| exit \| calls \|/s)
  })
})

describe('assumptions', () => {
  it('names the choices that the command depends on, as text and as JSON', async () => {
    const argv = ['assumptions', '--choices', 'list_order,page_size', '--seed', '2']
    const oldest = ['--', 'node', 'docs/tutorial/oldest.js']
    expect((await run(...argv, ...oldest)).stdout).toMatch(
      /^FAIL {3}list_order=newest_first\n {7}The command ends with exit 1 in place of exit 0\./m,
    )
    const { stdout } = await run(...argv, '--format', 'json', ...oldest)
    expect(JSON.parse(stdout)).toMatchObject({
      baseline: 0,
      runs: expect.arrayContaining([
        expect.objectContaining({ choice: 'list_order', value: 'newest_first', depends: true }),
      ]) as unknown,
    })
  })

  it('refuses a command whose result varies', async () => {
    const flag = join(freshFolder(), 'flag')
    const { exitCode, stderr } = await run(
      'assumptions',
      '--jobs',
      '1',
      '--',
      process.execPath,
      '-e',
      `fs.existsSync(process.argv[1]) ? process.exit(1) : fs.writeFileSync(process.argv[1], '')`,
      flag,
    )
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/not repeatable: .* exited with \d+ and then with \d+/),
    ])
  })
})

describe('--vary', () => {
  it('prints the random choices, the same for the same seed', async () => {
    const drawn = async () => (await run('exec', '--vary', '7', '--', 'true')).stderr.split('\n')[0]
    expect(await drawn()).toMatch(/^alias-sandbox: --vary 7 chose \w+=/)
    expect(await drawn()).toBe(await drawn())
  })
})

it.each([
  [['matrix', '--scenarios', 'plsu', ...careful], /did you mean plus\?/],
  [['matrix', '--format', 'jsn', ...careful], /did you mean json\?/],
  [['matrix'], /missing command/],
  [['assumptions', '--choices', 'list_ordr', ...careful], /did you mean list_order\?/],
  [['exec', '--report', 'x.pdf', ...careful], /\.json, \.md, \.txt, \.xml/],
  [['exec', '--cors-origin', 'app.example', ...careful], /expected an origin such as/],
  [['report', '--format', 'pdf'], /expected text, json, markdown or junit/],
])('%j is refused with 2 and one line', async (argv, message) => {
  const { exitCode, stderr } = await run(...argv)
  expect([exitCode, stderr.trim().split('\n').length]).toEqual([2, 1])
  expect(stderr).toMatch(message)
})
