import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPageFile } from '../../../src/contract/session/page-file.ts'
import { contentOfPage } from '../../support/content-of-page.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { runCli } from '../../support/process/run-cli.ts'

const creates = `await fetch(process.env.ALIAS_SANDBOX_URL + '/v1/aliases', {
  method: 'POST',
  headers: { authorization: 'Bearer ' + process.env.ALIAS_SANDBOX_API_KEY },
})`
const client = (text = '') => ['--', process.execPath, '--input-type=module', '-e', creates + text]

/** The commands with --report, each with the least that it can do. */
const commands: readonly (readonly [name: string, argv: readonly string[]])[] = [
  ['etiquette', ['exec', '-q']],
  ['exec --each scenario', ['exec', '--each', 'scenario=plus,free']],
  ['exec --each choice', ['exec', '--each', 'choice=list_order']],
  ['explore', ['explore', '--repeat', 'plus']],
  ['mutate', ['mutate', '--lies', 'create_as_500']],
]

/** A client that makes an alias twice, in the scenario in which it does. */
const tutorial = [
  'explore',
  '--repeat',
  'docs/tutorial/answer-lost.yaml',
  '--',
  process.execPath,
  'docs/tutorial/careless.mjs',
]
/** Makes a run fail, for a command that takes one that does. */
const failing = (name: string) => (name === 'exec --each scenario' ? '; process.exit(1)' : '')

describe.each(commands)('--report: %s', (name, argv) => {
  it.each([
    ['.txt', (suite: string) => new RegExp(`\\n${suite}: .+\\n$|^${suite}: .+\\n$`)],
    ['.json', () => /^[[{]\n/],
    ['.md', (suite: string) => new RegExp(`^## alias-sandbox ${suite}\\n\\n.+\\.\\n`)],
    ['.xml', (suite: string) => new RegExp(`^<\\?xml.*<testsuite name="${suite}" tests=`, 's')],
  ])('writes %s in its format', async (ending, form) => {
    const file = join(freshFolder(), 'reports', `x${ending}`)
    const { stderr } = await runCli([...argv, '--report', file, ...client()], process.env)
    expect(stderr).not.toContain('--report')
    expect(readFileSync(file, 'utf8')).toMatch(form(name))
  })

  it('writes .html as a page that has the scenario of each case', async () => {
    const file = join(freshFolder(), 'x.html')
    const run = name === 'explore' ? tutorial : [...argv, ...client(failing(name))]
    await runCli([run[0]!, '--report', file, ...run.slice(1)], process.env)
    const page = readPageFile(contentOfPage(readFileSync(file, 'utf8')))
    expect(page.result?.name).toBe(name)
    const failed = page.result!.cases.filter(({ status }) => status === 'fail')
    const told = ['etiquette', 'exec --each choice'].includes(name)
      ? [page, ...page.result!.cases]
      : failed
    expect(told).not.toEqual([])
    for (const { session } of told) {
      if (session === undefined) continue
      const items = page.sessions[session]!.accounts.flatMap(({ history }) => history)
      expect(items.map(({ type }) => type)).toContain('call')
    }
    expect(page.sessions).not.toEqual([])
  })

  it('is refused before the command runs, if it could not be written', async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'file'), '')
    const mark = join(folder, 'mark')
    const marks = `; (await import('node:fs')).writeFileSync(${JSON.stringify(mark)}, '')`
    for (const file of ['x.pdf', 'file/x.xml']) {
      const run = await runCli(
        [...argv, '--report', join(folder, file), ...client(marks)],
        process.env,
      )
      expect([run.exitCode, run.stderr]).toEqual([2, expect.stringContaining('--report: ')])
    }
    expect(existsSync(mark)).toBe(false)
  })

  it('that cannot be written at the end is printed, with exit code 1', async () => {
    const file = join(freshFolder(), 'x.md')
    const inTheWay = `; (await import('node:fs')).mkdirSync(${JSON.stringify(join(file, 'in'))}, { recursive: true })`
    const { exitCode, stderr } = await runCli(
      [...argv, '--report', file, ...client(inTheWay)],
      process.env,
    )
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/--report: cannot write .*x\.md .*; its content:\n## alias-sandbox /)
  })
})

it('prints in the format of --format what the report has', async () => {
  const folder = freshFolder()
  const file = join(folder, 'x.md')
  const argv = ['exec', '--each', 'scenario=plus', '--format', 'markdown', '--report', file]
  const { stdout } = await runCli([...argv, ...client()], process.env)
  expect(readFileSync(file, 'utf8')).toBe(stdout)
})
