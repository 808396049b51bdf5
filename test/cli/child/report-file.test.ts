import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtCli } from '../../support/process/built-cli.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'

const script = (text: string) => ['--', process.execPath, '-e', text]

describe('exec --report', () => {
  it('creates the folder of the report', async () => {
    const file = join(freshFolder(), 'reports', 'deep', 'x.xml')
    const { exitCode, stderr } = await builtCli(['exec', '-q', '--report', file, ...script('')])
      .ended
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(readFileSync(file, 'utf8')).toMatch(/^<\?xml/)
  })

  it('removes the journal of an earlier run when a run passes', async () => {
    const file = join(freshFolder(), 'x.xml')
    const run = async (code: number) => {
      await builtCli(['exec', '-q', '--report', file, ...script(`process.exit(${code})`)]).ended
      return existsSync(`${file}.journal.json`)
    }
    expect([await run(1), await run(0)]).toEqual([true, false])
  })

  it.each([
    ['behind a file', 'file/x.xml'],
    ['that is a folder', 'folder.xml'],
  ])('is refused before the command runs for a path %s', async (_what, name) => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'file'), '')
    mkdirSync(join(folder, 'folder.xml'))
    const mark = join(folder, 'mark')
    const text = `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')`
    const { exitCode, stderr } = await builtCli([
      'exec',
      '--report',
      join(folder, name),
      ...script(text),
    ]).ended
    expect([exitCode, stderr.match(/\n/g)?.length, existsSync(mark)]).toEqual([2, 1, false])
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
