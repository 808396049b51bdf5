import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Session } from '../../src/contract/session/session.ts'
import { contentOfPage } from '../support/content-of-page.ts'
import { usePackedPackage } from '../support/process/temp-project.ts'
import { findBrowser } from '../support/tools/find-browser.js'
import { needs } from '../support/tools/needs.ts'

const node = process.execPath
const makeProject = usePackedPackage()

/** Stricter than most users' settings: it also checks the declarations of packages. */
const compilerOptions = {
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022', 'esnext.disposable'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
}

/** The content of the two kinds of folders: that of `npm init -y`, and the one with its line for ES modules. */
const folders = [
  ['a folder of npm init -y', { name: 'mine', main: 'index.js', type: 'commonjs' }],
  ['a folder with "type": "module"', { name: 'mine', main: 'index.js', type: 'module' }],
] as const

/** What lets Jest require packages that are ES modules. */
const translating = ['babel-jest', '@babel/plugin-transform-modules-commonjs']

type Runner = {
  packages: readonly string[]
  argv: readonly string[]
  /** A file whose first test fails and whose second passes, each with an account of its own. */
  test: readonly [file: string, text: string]
  summary: RegExp
}

const LIST = `async (account) => {
  const headers = { authorization: 'Bearer ' + account.apiKey }
  return (await fetch(account.url + '/v1/aliases', { headers })).status
}`

const runners: Record<string, Runner> = {
  vitest: {
    packages: ['vitest', 'vite'],
    argv: ['node_modules/vitest/vitest.mjs', 'run', 'failing'],
    test: [
      'failing.test.mjs',
      `import { test } from 'alias-sandbox/vitest'
      const list = ${LIST}
      test('breaks / badly', async ({ account, expect }) => expect(await list(account)).toBe(503))
      test('holds', async ({ account, expect }) => expect(await list(account)).toBe(200))`,
    ],
    summary: /Tests +1 failed \| 1 passed/,
  },
  jest: {
    packages: ['jest', 'jest-environment-node'],
    argv: ['node_modules/jest/bin/jest.js', 'failing'],
    test: [
      'failing.test.cjs',
      `const { connectSandbox } = require('alias-sandbox/client')
      const list = ${LIST}
      let account
      beforeEach(async () => (account = await (await connectSandbox()).account()))
      afterEach(() => account.dispose())
      test('breaks / badly', async () => expect(await list(account)).toBe(503))
      test('holds', async () => expect(await list(account)).toBe(200))`,
    ],
    summary: /Tests: +1 failed, 1 passed/,
  },
  playwright: {
    packages: ['@playwright/test'],
    argv: ['node_modules/@playwright/test/cli.js', 'test', 'failing', '--reporter=line'],
    test: [
      'failing.spec.mjs',
      `import { expect } from '@playwright/test'
      import { test } from 'alias-sandbox/playwright'
      const list = ${LIST}
      test('breaks / badly', async ({ account }) => expect(await list(account)).toBe(503))
      test('holds', async ({ account }) => expect(await list(account)).toBe(200))`,
    ],
    summary: /1 failed[^]*1 passed/,
  },
}

describe.each(folders)(
  'the snippets of the documentation, pasted in %s',
  (_folder, packageJson) => {
    /** A project with the packed package, these `packages`, and the snippets of one folder. */
    function project(snippets: string, packages: readonly string[]) {
      const made = makeProject(packages)
      made.copy(`docs/snippets/${snippets}`)
      made.copy('docs/snippets/alias-client.mjs', 'alias-client.mjs')
      made.write('package.json', JSON.stringify(packageJson))
      return made
    }

    it('vitest: concurrent tests in different states on one server', async () => {
      const { run } = project('vitest', ['vitest', 'vite'])
      const { exitCode, output } = await run(node, ['node_modules/vitest/vitest.mjs', 'run'])
      expect(output).toMatch(/Tests +7 passed/)
      expect(output).not.toMatch(/CJS|MODULE_TYPELESS/)
      expect(exitCode).toBe(0)
    })

    it.each(Object.entries(runners))(
      '%s: a failing test leaves a page where ALIAS_SANDBOX_PAGES says, a passing one none',
      async (name, { packages, argv, test, summary }) => {
        const { run, write, folder } = project(name, packages)
        write(...test)
        const { output } = await run(node, argv, { ALIAS_SANDBOX_PAGES: 'a/pages' })
        expect(output).toMatch(summary)
        const [page, ...others] = readdirSync(join(folder, 'a/pages'))
        expect(others).toEqual([])
        expect(page).toMatch(/^breaks_badly-.*\.html$/)
        expect(output).toContain(`what happened is in ${join('a/pages', page!)}`)
        const { sessions } = JSON.parse(
          contentOfPage(readFileSync(join(folder, 'a/pages', page!), 'utf8')),
        ) as { sessions: Session[] }
        const items = sessions.flatMap(({ accounts }) => accounts.flatMap(({ history }) => history))
        expect(items.filter(({ type }) => type === 'call')).toHaveLength(1)
        if (name === 'playwright') expect(output).toContain('attachment #1: history (text/html)')
      },
    )

    it('vitest: a failing test leaves no page where none is asked for', async () => {
      const { packages, argv, test, summary } = runners['vitest']!
      const { run, write, folder } = project('vitest', packages)
      write(...test)
      const { output } = await run(node, argv)
      expect(output).toMatch(summary)
      expect(output).not.toContain('alias-sandbox: ')
      expect(readdirSync(folder).filter((name) => /html$|pages/.test(name))).toEqual([])
    })

    it('vitest without the set-up, which says what is missing', async () => {
      const { run, write } = project('vitest', ['vitest', 'vite'])
      write('vitest.config.mjs', 'export default {}')
      const { exitCode, output } = await run(node, ['node_modules/vitest/vitest.mjs', 'run'])
      expect(output).toContain("add globalSetup: ['alias-sandbox/vitest/setup']")
      expect(exitCode).toBe(1)
    })

    it('jest, in CommonJS, which exits by itself', async () => {
      const { run } = project('jest', ['jest', 'jest-environment-node'])
      const { exitCode, output } = await run(node, ['node_modules/jest/bin/jest.js'])
      expect(output).toMatch(/Tests: +3 passed/)
      expect(output).not.toContain('did not exit')
      expect(exitCode).toBe(0)
    })

    it('node:test', async () => {
      const { run } = project('node-test', [])
      const { exitCode, output } = await run(node, ['--test', '--test-reporter=tap'])
      expect(output).toMatch(/# pass 5/)
      expect(output).not.toContain('Warning')
      expect(exitCode).toBe(0)
    })

    it('the library, in TypeScript with all declarations checked', async () => {
      const packages = ['typescript', '@types/node', 'undici-types']
      const { run, write } = project('library', packages)
      write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.mts'] }))
      const compiled = await run(node, ['node_modules/typescript/bin/tsc'])
      expect(compiled).toEqual({ exitCode: 0, output: '' })
      const { exitCode, output } = await run(node, ['library.mjs'])
      expect(output).toMatch(/^1\n.*payment failed/i)
      expect(exitCode).toBe(0)
    })

    it('supertest, on an app without a port', async () => {
      const { run } = project('supertest', ['supertest'])
      const { exitCode, output } = await run(node, ['--test', '--test-reporter=tap'])
      expect(output).toMatch(/# pass 1/)
      expect(exitCode).toBe(0)
    })

    it('msw, with handlers of a sandbox, and with a sandbox behind a port', async () => {
      const { run } = project('msw', ['msw'])
      const { exitCode, output } = await run(node, ['--test', '--test-reporter=tap'])
      expect(output).toMatch(/# pass 3/)
      expect(exitCode).toBe(0)
    })

    it('msw in jest, in CommonJS', async () => {
      const { run, copy } = project('jest-msw', ['jest', 'msw', ...translating])
      copy('docs/snippets/jest/alias-client.cjs', 'alias-client.cjs')
      const { exitCode, output } = await run(node, ['node_modules/jest/bin/jest.js'])
      expect(output).toMatch(/Tests: +2 passed/)
      expect(output).not.toContain('did not exit')
      expect(exitCode).toBe(0)
    })

    it('undici, with a dispatcher', async () => {
      const { run } = project('undici', ['undici'])
      const { exitCode, output } = await run(node, ['--test', '--test-reporter=tap'])
      expect(output).toMatch(/# pass 3/)
      expect(exitCode).toBe(0)
    })

    it('playwright, which waits for the ready line', async () => {
      const { run } = project('playwright', ['@playwright/test'])
      const { exitCode, output } = await run(node, ['node_modules/@playwright/test/cli.js', 'test'])
      expect(output).toMatch(/2 passed/)
      expect(exitCode).toBe(0)
    })

    it('playwright, with a page whose requests are routed', needs('browser'), async () => {
      const { run, write } = project('playwright-routes', ['@playwright/test'])
      const launchOptions = { executablePath: findBrowser(), args: ['--no-sandbox'] }
      const config = JSON.stringify({ use: { launchOptions } })
      write('playwright.config.mjs', `export default ${config}`)
      const { exitCode, output } = await run(node, ['node_modules/@playwright/test/cli.js', 'test'])
      expect(output).toMatch(/1 passed/)
      expect(exitCode).toBe(0)
    })
  },
)
