import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import type { StdioOptions } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contentOfPage } from '../../support/content-of-page.ts'
import { builtCli } from '../../support/process/built-cli.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'

const script = (text: string) => ['--', process.execPath, '-e', text]

describe('exec --report', () => {
  it('removes the session of an earlier run when a run passes', async () => {
    const file = join(freshFolder(), 'x.xml')
    const run = async (code: number) => {
      await builtCli(['exec', '-q', '--report', file, ...script(`process.exit(${code})`)]).ended
      return existsSync(`${file}.session.json`)
    }
    expect([await run(1), await run(0)]).toEqual([true, false])
  })

  it.runIf(process.platform === 'linux')(
    'is refused at once where no folder can be made',
    async () => {
      const argv = ['exec', '--report', '/proc/reports/x.xml', ...script('')]
      const { exitCode, stderr } = await builtCli(argv).ended
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining('/proc/reports')])
    },
  )

  it.each([
    ['1 though the command passed', 'process.exit(0)', 1],
    ['what the command ended with', 'process.exit(7)', 7],
  ])(
    'that cannot be written at the end is printed, and exec exits with %s',
    async (_what, end, code) => {
      const folder = freshFolder()
      const file = join(folder, 'x.md')
      const text = `require('node:fs').mkdirSync(${JSON.stringify(join(file, 'in-the-way'))}, { recursive: true }); ${end}`
      const argv = ['exec', '-q', '--report', file, ...script(text)]
      const { exitCode, stderr } = await builtCli(argv).ended
      expect(exitCode).toBe(code)
      expect(stderr).toMatch(
        /^alias-sandbox: --report: cannot write .*x\.md \(it is not a regular file\); its content:\n## alias-sandbox etiquette/,
      )
      expect(stderr).not.toMatch(/\n +at |internal error/)
    },
  )
})

describe('a page of --report', () => {
  /** Reads the cases of a page. */
  async function casesOf(command: readonly string[], code: string, stdio?: StdioOptions) {
    const file = join(freshFolder(), 'run.html')
    const argv = [...command, '--report', file, ...script(code)]
    const ended = await builtCli(argv, stdio === undefined ? {} : { stdio }).ended
    const { result } = JSON.parse(contentOfPage(readFileSync(file, 'utf8'))) as {
      result: { cases: { name: string; status: string; message?: string; output?: string }[] }
    }
    return { ...ended, cases: result.cases }
  }

  it('shows how the command of exec ended, and what it wrote last, without colours and keys', async () => {
    const code = `console.log('\\u001b[31mone\\u001b[0m'); console.log('Bearer live_0123456789abcDEF012345'); process.exit(3)`
    const { cases, exitCode, stdout } = await casesOf(['exec', '-q'], code)
    expect(exitCode).toBe(3)
    expect(stdout).toBe('\u001b[31mone\u001b[0m\nBearer live_0123456789abcDEF012345\n')
    const output = `one\nBearer live${'*'.repeat(23)}`
    expect(cases[0]).toEqual({ name: 'command', status: 'fail', message: 'exit 3', output })
  })

  it('passes on what the command of exec writes byte by byte, and keeps the end of it', async () => {
    const code = `process.stdout.write(Buffer.from(Array.from({ length: 300000 }, (_, at) => (at * 7) % 251)))`
    const folder = freshFolder()
    const to = openSync(join(folder, 'bytes'), 'w')
    const { cases } = await casesOf(['exec', '-q'], code, ['ignore', to, 'pipe'])
    closeSync(to)
    const expected = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7) % 251))
    expect(readFileSync(join(folder, 'bytes')).equals(expected)).toBe(true)
    expect(cases[0]!.output!.length).toBeLessThanOrEqual(20_002)
  })

  it('ends the command of exec when nobody reads its output', async () => {
    const cli = builtCli([
      'exec',
      '-q',
      '--report',
      join(freshFolder(), 'run.html'),
      ...script(
        `const more = (error) => error || process.stdout.write('more\\n'.repeat(1000), more); more()`,
      ),
    ])
    await cli.until('more')
    cli.child.stdout!.destroy()
    expect((await cli.ended).exitCode).not.toBe(0)
  })

  it('shows what the command wrote last in each scenario of --each', async () => {
    const code = `console.log('in ' + process.env.ALIAS_SANDBOX_API_KEY.length); console.log('x\\n'.repeat(50000) + 'last')`
    const { cases } = await casesOf(['exec', '--each', 'scenario=plus,past_due'], code)
    for (const { status, output = '' } of cases) {
      expect([status, output.slice(0, 4), output.slice(-6)]).toEqual(['pass', '…\nx\n', 'x\nlast'])
      expect(output.length).toBeLessThanOrEqual(20_002)
    }
  })
})
