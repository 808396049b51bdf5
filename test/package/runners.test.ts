import { execFileSync } from 'node:child_process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeThrowAway } from '../support/throw-away.ts'

const node = process.execPath

/** A user's, and stricter than most: declarations of packages are checked, too. */
const compilerOptions = {
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022', 'esnext.disposable'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
}

/** Is there a program of this name on this machine? */
function has(command: string, ...argv: string[]): boolean {
  try {
    execFileSync(command, argv, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A project with the packed package, `packages`, and the snippets of one folder. */
async function project(snippets: string, packages: readonly string[]) {
  const made = await makeThrowAway(packages)
  onTestFinished(() => made.remove())
  made.copy(`docs/snippets/${snippets}`)
  made.copy('docs/snippets/alias-client.js', 'alias-client.js')
  made.write('package.json', JSON.stringify({ type: 'module' }))
  return made
}

describe(
  'the snippets of the README, in a project with the packed package',
  { timeout: 120_000 },
  () => {
    it('vitest: concurrent tests in different states on one server', async () => {
      const { run } = await project('vitest', ['vitest', 'vite'])
      const { exitCode, output } = await run(node, ['node_modules/vitest/vitest.mjs', 'run'])
      expect(output).toMatch(/Tests +3 passed/)
      expect(exitCode).toBe(0)
    })

    it('vitest without the set-up, which says what is missing', async () => {
      const { run, write } = await project('vitest', ['vitest', 'vite'])
      write('vitest.config.js', 'export default {}')
      const { exitCode, output } = await run(node, ['node_modules/vitest/vitest.mjs', 'run'])
      expect(output).toContain("add globalSetup: ['alias-sandbox/vitest/setup']")
      expect(exitCode).toBe(1)
    })

    it('jest, in CommonJS, and it ends by itself', async () => {
      const { run } = await project('jest', ['jest'])
      const { exitCode, output } = await run(node, ['node_modules/jest/bin/jest.js'])
      expect(output).toMatch(/Tests: +2 passed/)
      expect(output).not.toContain('did not exit')
      expect(exitCode).toBe(0)
    })

    it('node:test', async () => {
      const { run } = await project('node-test', [])
      const { exitCode, output } = await run(node, ['--test', '--test-reporter=tap'])
      expect(output).toMatch(/# pass 2/)
      expect(exitCode).toBe(0)
    })

    it('the library, in TypeScript that is checked to the last declaration', async () => {
      const packages = ['typescript', '@types/node', 'undici-types']
      const { run, write } = await project('library', packages)
      write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }))
      const compiled = await run(node, ['node_modules/typescript/bin/tsc'])
      expect(compiled).toEqual({ exitCode: 0, output: '' })
      const { exitCode, output } = await run(node, ['library.js'])
      expect(output).toMatch(/^1\n.*payment failed/i)
      expect(exitCode).toBe(0)
    })

    it('msw, beside which the sandbox answers for itself', async () => {
      const { run } = await project('msw', ['msw'])
      const { exitCode, output } = await run(node, ['--test', '--test-reporter=tap'])
      expect(output).toMatch(/# pass 1/)
      expect(exitCode).toBe(0)
    })

    it('playwright, which waits for the ready line', async () => {
      const { run } = await project('playwright', ['@playwright/test'])
      const { exitCode, output } = await run(node, ['node_modules/@playwright/test/cli.js', 'test'])
      expect(output).toMatch(/1 passed/)
      expect(exitCode).toBe(0)
    })

    it.skipIf(!has('python3', '-m', 'pytest', '--version'))('pytest, through exec', async () => {
      const { run } = await project('pytest', [])
      const pytest = ['exec', '--', 'python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider']
      const { exitCode, output } = await run('alias-sandbox', pytest)
      expect(output).toMatch(/3 passed/)
      expect(exitCode).toBe(0)
    })
  },
)
