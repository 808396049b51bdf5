import { describe, expect, it } from 'vitest'
import { usePackedPackage } from '../support/process/temp-project.ts'

const node = process.execPath
const makeProject = usePackedPackage()

/** The time limits of tests count on the clock that jumps, too. */
const LIMIT = 'const limit = 7_200_000'
const call = `
const headers = { authorization: 'Bearer sandbox_outage_blip-' + Math.random().toString(36).slice(2) }
const call = () => fetch(process.env.ALIAS_SANDBOX_URL + '/v1/aliases', { headers })
const waitsAsTold = async () => {
  const refused = await call()
  await new Promise((resolve) => setTimeout(resolve, 1_000 * refused.headers.get('retry-after')))
  const { status } = await call()
  await new Promise((resolve) => setTimeout(resolve, 1_300_000)) // in real time this test would not end
  return [refused.status, status].join()
}`

const suites: [name: string, packages: string[], file: string, text: string, command: string[]][] =
  [
    [
      'Vitest, in processes',
      ['vitest', 'vite'],
      'wait.test.js',
      `import { expect, test } from 'vitest'\n${LIMIT}${call}
test('waits', async () => { expect(await waitsAsTold()).toBe('503,200') }, limit)`,
      ['node_modules/vitest/vitest.mjs', 'run', '--pool=forks'],
    ],
    [
      'Vitest, in worker threads',
      ['vitest', 'vite'],
      'wait.test.js',
      `import { expect, test } from 'vitest'\n${LIMIT}${call}
test('waits', async () => { expect(await waitsAsTold()).toBe('503,200') }, limit)`,
      ['node_modules/vitest/vitest.mjs', 'run', '--pool=threads'],
    ],
    [
      'Jest, in processes',
      ['jest', 'jest-environment-node'],
      'wait.test.cjs',
      `${LIMIT}${call}
test('waits', async () => { expect(await waitsAsTold()).toBe('503,200') }, limit)`,
      ['node_modules/jest/bin/jest.js', '--testMatch', '**/*.test.cjs', '--workers=2'],
    ],
    [
      'Jest, in worker threads',
      ['jest', 'jest-environment-node'],
      'wait.test.cjs',
      `${LIMIT}${call}
test('waits', async () => { expect(await waitsAsTold()).toBe('503,200') }, limit)`,
      [
        'node_modules/jest/bin/jest.js',
        '--testMatch',
        '**/*.test.cjs',
        '--workerThreads',
        '--workers=2',
      ],
    ],
    [
      'node:test',
      [],
      'wait.test.js',
      `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\n${LIMIT}${call}
test('waits', { timeout: limit }, async () => { assert.equal(await waitsAsTold(), '503,200') })`,
      ['--test'],
    ],
  ]

describe('exec --skip-waits', () => {
  it.each(suites)(
    'lets the waits of a suite of %s take no time',
    async (_name, packages, file, text, command) => {
      const { run, write } = makeProject(packages)
      write('package.json', JSON.stringify({ type: 'module' }))
      write(file, text)
      write(`second-${file}`, text) // so that Jest starts workers
      const exec = ['exec', '--skip-waits', '--verify', '--', node, ...command]
      const { exitCode, output } = await run('alias-sandbox', exec)
      expect({ exitCode, output }).toEqual({
        exitCode: 0,
        output: expect.stringMatching(/pass +waits for the Retry-After of a 503/),
      })
    },
  )

  it.each([
    ['vitest', ['vitest', 'vite'], ['node_modules/vitest/vitest.mjs', 'run', 'waiting']],
    ['jest', ['jest', 'jest-environment-node'], ['node_modules/jest/bin/jest.js', 'waiting']],
    ['node-test', [], ['--test', 'waiting.test.mjs']],
  ])(
    'leaves tests alone that skip their waits themselves (%s)',
    async (folder, packages, command) => {
      const { run, write, copy } = makeProject(packages)
      copy(`docs/snippets/${folder}`)
      copy('docs/snippets/alias-client.mjs', 'alias-client.mjs')
      write('package.json', JSON.stringify({ type: 'module' }))
      const limit = folder === 'node-test' ? [] : ['--testTimeout=120000']
      const { exitCode, output } = await run('alias-sandbox', [
        'exec',
        '--skip-waits',
        '--allow-no-calls',
        '--verify',
        '--',
        node,
        ...command,
        ...limit,
      ])
      expect({ exitCode, output }).toMatchObject({ exitCode: 0 })
    },
  )
})
