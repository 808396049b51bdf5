import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { usePackedPackage } from '../support/process/temp-project.ts'

const node = process.execPath

/** A CommonJS program for each export with code; its output shows that it has run. */
const programs: Record<string, string> = {
  '.': `import { startSandbox, SandboxError, type Account } from 'alias-sandbox'
    async function main() {
      const sandbox = await startSandbox({ scenario: 'past_due' })
      const account: Account = sandbox.defaultAccount
      await account.do('settle_invoice')
      await account.clock.advance('25h')
      const error = await account.do('settle_invoice').catch((thrown: unknown) => thrown)
      console.log(error instanceof SandboxError && error.code)
      await sandbox.close()
    }
    void main()`,
  './client': `import { connectSandbox, SandboxError } from 'alias-sandbox/client'
    connectSandbox('nowhere').catch((error: unknown) =>
      console.log(error instanceof SandboxError && error.code))`,
  './fetch': `import { createSandbox, type FetchSandbox } from 'alias-sandbox/fetch'
    const sandbox: FetchSandbox = createSandbox()
    sandbox.fetch(sandbox.url + '/v1/aliases').then(({ status }) => console.log(status))`,
  './msw': `import { setupServer } from 'msw/node'
    import { createSandbox } from 'alias-sandbox/fetch'
    import { aliasHandlers } from 'alias-sandbox/msw'
    const mocks = setupServer(...aliasHandlers(createSandbox(), 'https://api.example.com'))
    mocks.listen()
    fetch('https://api.example.com/v1/aliases').then(({ status }) => console.log(status))`,
  './vitest': `import type { SandboxFixtures } from 'alias-sandbox/vitest'
    export const nameOf = ({ account }: SandboxFixtures): string => account.name
    export type { test } from 'alias-sandbox/vitest'
    console.log('compiled')`,
  './vitest/setup': `import { setup } from 'alias-sandbox/vitest/setup'
    console.log(typeof setup)`,
  './jest': `import setup = require('alias-sandbox/jest')
    console.log(typeof setup)`,
  './jest/teardown': `import teardown = require('alias-sandbox/jest/teardown')
    console.log(typeof teardown)`,
  './jest/environment': `import Environment = require('alias-sandbox/jest/environment')
    console.log(typeof Environment)`,
  './playwright': `import type { Page } from '@playwright/test'
    import { createSandbox } from 'alias-sandbox/fetch'
    import { routeAliases, test, type SandboxFixtures } from 'alias-sandbox/playwright'
    export const nameOf = ({ account }: SandboxFixtures): string => account.name
    export const route = (page: Page) => routeAliases(page, createSandbox(), 'https://a.example')
    console.log(typeof test)`,
}

const printed: Record<string, string> = {
  '.': 'refused',
  './client': 'bad_argument',
  './fetch': '401',
  './msw': '401',
  './vitest': 'compiled',
}

const compilerOptions = {
  module: 'node16',
  moduleResolution: 'node16',
  target: 'es2022',
  lib: ['es2022', 'esnext.disposable'],
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  outDir: 'made',
}

describe('a program in CommonJS, compiled with TypeScript for node16', () => {
  const makeProject = usePackedPackage()
  const fileOf = (name: string) => name.replaceAll(/\W/g, '_')

  const tools = ['typescript', '@types/node', 'undici-types']

  it('can import every export with code', async () => {
    const project = makeProject([
      ...tools,
      'vitest',
      'vite',
      'msw',
      'jest-environment-node',
      '@playwright/test',
    ])
    project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    for (const [name, text] of Object.entries(programs)) project.write(`${fileOf(name)}.ts`, text)
    const { exports } = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    ) as { exports: Record<string, unknown> }
    const withCode = Object.keys(exports).filter((name) => !name.endsWith('.json'))
    expect(Object.keys(programs)).toEqual(withCode)
    const compiled = await project.run(node, ['node_modules/typescript/bin/tsc'])
    expect(compiled).toEqual({ exitCode: 0, output: '' })
    for (const name of withCode) {
      const ran = await project.run(node, [`made/${fileOf(name)}.js`])
      expect({ name, ...ran }).toEqual({
        name,
        exitCode: 0,
        output: `${printed[name] ?? 'function'}\n`,
      })
    }
  })
})
