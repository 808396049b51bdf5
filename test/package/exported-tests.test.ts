import { describe, expect, it } from 'vitest'
import { exportHistory, type ExportFormatName } from '../../src/history-export/formats.ts'
import { coreTarget } from '../../src/scenario/core-target.ts'
import { runExpect } from '../../src/scenario/expect.ts'
import { shippedScenarios } from '../../src/scenario/catalog.ts'
import { coreSandbox } from '../support/core/core-sandbox.ts'
import { historyOf, stage } from '../support/history/exported.ts'
import { usePackedPackage } from '../support/process/temp-project.ts'
import { findPython } from '../support/tools/find-command.js'
import { needs } from '../support/tools/needs.ts'

const node = process.execPath
const makeProject = usePackedPackage()

/** Stories with all that a test has to say: lost answers, other keys, older cursors, awkward texts. */
const stories = ['lost_response', 'key_rotated', 'many_pages', 'single_use']
const awkward = '{"label":"a\'b\\"c`${x}{id}\\u2028 🎉","note":"two\\nlines"}'
const create = 'POST /v1/aliases'

/** The stories in a form, by name. */
async function exported(format: ExportFormatName): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const name of stories) {
    const { scenario } = shippedScenarios().find((each) => each.name === name)!
    const sandbox = coreSandbox(scenario, { name })
    const account = sandbox.account('default')
    const more = [
      { call: create, body: awkward, verbatim: true, status: 200 },
      { call: create, body: '{"label":"half \\ud83d"}', status: 200 },
      { call: create, body: '{"__proto__":1}', status: 200 },
      { call: create, body: '[', status: 400 },
      { call: create, body: '{}', headers: { 'content-type': null }, status: 400 },
      { call: create, unreadable: 'too_large' as const, status: 413 },
      { call: create, unreadable: 'not_utf8' as const, status: 400 },
      { call: 'GET /v1/other', key: '{none}', status: 404 },
      { do: 'set_choices', extra_fields: 'one', unknown_fields: 'reject' } as const,
      { call: create, body: { colour: 'red' }, status: 400 },
      { do: 'arm_fault', kind: 'hang' } as const,
      { call: create, status: 'none' as const },
    ]
    await runExpect(coreTarget(sandbox, account), [...(scenario.expect ?? []), ...more])
    const file = historyOf(sandbox, account)
    texts.set(name, (await exportHistory(file, { format, version: '1.0.0', stage })).text)
  }
  return texts
}

async function project(
  format: ExportFormatName,
  packages: string[],
  nameOf: (name: string) => string,
) {
  const made = makeProject(packages)
  for (const [name, text] of await exported(format)) made.write(nameOf(name), text)
  return made
}

describe('histories that were written as tests', () => {
  it('pass in vitest', async () => {
    const { run, write } = await project('vitest', ['vitest', 'vite'], (name) => `${name}.test.js`)
    write('package.json', JSON.stringify({ type: 'module' }))
    const { output, exitCode } = await run(node, ['node_modules/vitest/vitest.mjs', 'run'])
    expect(output).toMatch(/Tests +4 passed/)
    expect(exitCode).toBe(0)
  })

  it.each([
    ['a CommonJS package', {}, []],
    ['a package of ES modules', { type: 'module' }, []],
    ['a package of ES modules, as Jest wants them', { type: 'module' }, ['--experimental-vm-modules']],
  ])('pass in jest in %s, which exits by itself', async (_what, manifest, options) => {
    const { run, write } = await project('jest', ['jest'], (name) => `${name}.test.js`)
    write('package.json', JSON.stringify(manifest))
    const jest = [...options, 'node_modules/jest/bin/jest.js', '-w', '1']
    const { output, exitCode } = await run(node, jest)
    expect(output).toMatch(/Tests: +4 passed/)
    expect(output).not.toContain('did not exit')
    expect(exitCode).toBe(0)
  }) // prettier-ignore

  it('pass in node:test', async () => {
    const { run } = await project('node-test', [], (name) => `${name}.test.mjs`)
    const { output, exitCode } = await run(node, ['--test', '--test-reporter=tap'])
    expect(output).toMatch(/# pass 4/)
    expect(exitCode).toBe(0)
  })

  it('pass in pytest', needs('pytest'), async () => {
    const { run } = await project('pytest', [], (name) => `test_${name}.py`)
    const options = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider']
    const { output, exitCode } = await run(findPython('pytest')!, options)
    expect(output).toMatch(/4 passed/)
    expect(exitCode).toBe(0)
  })
})
