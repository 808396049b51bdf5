import { describe, expect, it } from 'vitest'
import { usePackedPackage } from '../support/process/temp-project.ts'
import { needs } from '../support/tools/needs.ts'

type Example = {
  /** In docs/snippets/languages. */
  folder: string
  command: readonly string[]
  tools: readonly string[]
  /** The output when all is well. */
  writes: RegExp
}

const examples: readonly Example[] = [
  { folder: 'bash', command: ['bash', 'aliases.sh'], tools: ['bash', 'curl'], writes: /^ok$/m },
  { folder: 'go', command: ['go', 'test', '-count=1', './...'], tools: ['go'], writes: /^ok\s/m },
  { folder: 'java', command: ['java', 'Aliases.java'], tools: ['javac'], writes: /^ok$/m },
  {
    folder: 'ruby',
    command: ['ruby', 'aliases_test.rb'],
    tools: ['ruby'],
    writes: /1 runs, .* 0 failures, 0 errors/,
  },
  { folder: 'php', command: ['php', 'aliases.php'], tools: ['php'], writes: /^ok$/m },
  {
    folder: 'csharp',
    command: ['sh', '-c', 'mcs -r:System.Net.Http.dll Aliases.cs && mono Aliases.exe'],
    tools: ['mcs', 'mono'],
    writes: /^ok$/m,
  },
]

describe('the examples of docs/other-languages.md, with the packed package', () => {
  const makeProject = usePackedPackage()

  for (const { folder, command, tools, writes } of examples) {
    it(folder, needs(...tools), async () => {
      const { run, copy, write } = makeProject([])
      copy(`docs/snippets/languages/${folder}`)
      if (folder === 'go') write('go.mod', 'module aliases\n\ngo 1.18\n')
      const { exitCode, output } = await run('alias-sandbox', ['exec', '-q', '--', ...command])
      expect(output).toMatch(writes)
      expect(exitCode).toBe(0)
    })
  }

  it('Go sees a sandbox that was not there when its tests were skipped', needs('go'), async () => {
    const { run, copy, write } = makeProject([])
    copy('docs/snippets/languages/go')
    write('go.mod', 'module aliases\n\ngo 1.18\n')
    const skipped = await run('go', ['test', './...'])
    const { output } = await run('alias-sandbox', ['exec', '-q', '--', 'go', 'test', './...'])
    expect(skipped.output).toMatch(/^ok\s/m)
    expect(output).not.toContain('(cached)')
  })
})
