import { readFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
// @ts-expect-error: a script of the documentation, without types
import { fidelityPage, withTables } from '../scripts/doc-tables.js'
// @ts-expect-error: a script of the documentation, without types
import { postmanCollection } from '../scripts/postman.js'
// @ts-expect-error: a script of the documentation, without types
import { readmeWithSnippets } from '../scripts/snippets.js'
// @ts-expect-error: a script of the documentation, without types
import { tutorialWithOutput } from '../scripts/tutorial.js'
import { commandNames } from '../src/cli/args/commands.ts'
import { freshSandbox } from './support/http/fresh-sandbox.ts'
import { needs } from './support/tools/needs.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const textOf = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const made = (make: unknown, text?: string) => (make as (text?: string) => string)(text)

// Where one of these fails: npm run docs, and read what changed.
describe('the documentation is what the code says', () => {
  it.each(['README.md', 'SECURITY.md'])('tables of %s', (page) => {
    expect(textOf(page)).toBe(made(withTables, textOf(page)))
  })

  it('snippets of the README, which test/package runs', () => {
    expect(textOf('README.md')).toBe(made(readmeWithSnippets, textOf('README.md')))
  })

  it('docs/fidelity.md', () => {
    expect(textOf('docs/fidelity.md')).toBe(made(fidelityPage))
  })

  it('the Postman collection', () => {
    const text = textOf('docs/postman/alias-sandbox.postman_collection.json')
    expect(text).toBe(`${JSON.stringify((postmanCollection as () => object)(), null, 2)}\n`)
  })

  it('what the commands of the tutorial print', { timeout: 120_000 }, () => {
    expect(made(tutorialWithOutput, textOf('docs/tutorial.md'))).toBe(textOf('docs/tutorial.md'))
  })

  it('names no command that does not exist', () => {
    const commands = [...textOf('README.md').matchAll(/(?:npx |`)alias-sandbox ([a-z]+)/g)].map(
      ([, name]) => name,
    )
    expect(commands.filter((name) => !commandNames.includes(name!))).toEqual([])
  })

  it('links to files that are there', () => {
    for (const [, path] of textOf('README.md').matchAll(/\]\(([^)#:]+)\)/g))
      expect(textOf(path!).length).toBeGreaterThan(0)
  })
})

/** The shell lines of the README, as they stand there but for the port. */
function shellBlocks(): string[] {
  return [...textOf('README.md').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!)
}

describe('the shell lines of the README', () => {
  const runnable = shellBlocks().filter(
    (block) => block.includes('curl') || /alias-sandbox (requests|report)/.test(block),
  )

  async function run(block: string): Promise<void> {
    const sandbox = await freshSandbox({ scenario: 'past_due' })
    const script = block
      .replaceAll('http://127.0.0.1:25427', sandbox.url)
      .replaceAll('npx alias-sandbox', `node ${root}dist/bin.js`)
    const promised = [...block.matchAll(/^# (.*)$/gm)].map(([, line]) => line!)
    const { status, stdout } = await shell(script, sandbox.url)
    expect(status).toBe(0)
    for (const line of promised) expect(stdout).toContain(line)
  }
  for (const block of runnable) {
    it(block, needs('sh', ...(block.includes('curl') ? ['curl'] : [])), () => run(block))
  }

  it('leads with the commands that run it', () => {
    const [clone, installed] = shellBlocks()
    expect(clone).toMatch(/^npm ci && npm start -- --scenario past_due +#.*\nnpm cit +#.*\n$/)
    expect(installed).toBe('npx alias-sandbox --scenario past_due\n')
  })
})

/** Runs shell lines beside the sandbox that this process holds. */
function shell(script: string, url: string): Promise<{ status: number | null; stdout: string }> {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-ec', script], { env: { ...process.env, ALIAS_SANDBOX_URL: url } })
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.on('close', (status) => resolve({ status, stdout }))
  })
}
