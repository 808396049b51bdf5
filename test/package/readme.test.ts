import { describe, expect, it } from 'vitest'
import { fencesOf } from '../support/doc-pages.ts'
import { usePackedPackage } from '../support/process/temp-project.ts'
import { needs } from '../support/tools/needs.ts'

// What the README shows runs in an empty folder in which nothing but the packed package is installed.

const fences = fencesOf('README.md')
const makeProject = usePackedPackage()

/** The files that the README tells a reader to write; the first line of each is its name. */
const files = fences.flatMap(({ text }) => {
  const name = /^\/\/ (\S+\.mjs)\n/.exec(text)?.[1]
  return name === undefined ? [] : [[name, text] as const]
})

describe('the shell lines print what the README says', () => {
  const blocks = fences.filter(
    ({ language, mark }) => language === 'sh' && !/^(starts$|not run: )/.test(mark),
  )

  it.each(blocks)('$line', needs('sh', 'curl'), async ({ mark, text }) => {
    const scenario = /^sandbox: (\w+)$/.exec(mark)?.[1] ?? 'plus'
    const expected = Number(/^exits with (\d+)$/.exec(mark)?.[1] ?? 0)
    const script = text.replaceAll('http://127.0.0.1:25427', '$ALIAS_SANDBOX_URL')
    const argv = ['exec', '-q', '-s', scenario, '--', 'sh', '-ec', script]
    const { exitCode, output } = await makeProject([]).run('alias-sandbox', argv)
    expect(exitCode, output).toBe(expected)
    for (const [, line] of text.matchAll(/^# (.*)$/gm)) expect(output).toContain(line)
  })
})

it('the test passes', async () => {
  const { run, write, copy } = makeProject(['vitest', 'vite'])
  copy('docs/snippets/alias-client.mjs', 'alias-client.mjs')
  for (const [name, text] of files) write(name, text)
  const { exitCode, output } = await run('npx', ['vitest', 'run'])
  expect(output).toMatch(/Tests +1 passed/)
  expect(exitCode).toBe(0)
})
