import { describe, expect, it } from 'vitest'
import { usePackedPackage, type TempProject } from '../support/process/temp-project.ts'
import { findPython } from '../support/tools/find-command.js'
import { needs } from '../support/tools/needs.ts'

const node = process.execPath
const makeProject = usePackedPackage()

/** Creates an alias, and does something when no answer comes. */
const client = (onNoAnswer: string) => `const create = () =>
  fetch(process.env.ALIAS_SANDBOX_URL + '/v1/aliases', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + process.env.ALIAS_SANDBOX_API_KEY },
  })
const response = await create().catch(() => ${onNoAnswer})
if (!response.ok) process.exit(3)
`
const careless = client('create()')
const repaired = client('process.exit(3)')

const story = JSON.stringify({
  steps: [{ call: 1, do: 'arm_fault', arguments: { kind: 'drop_after' } }],
})

/** A project whose careless client was explored: what was found stands in a folder of tests. */
async function explored(form: string, packages: readonly string[] = []): Promise<TempProject> {
  const project = makeProject(packages)
  project.write('package.json', '{}')
  project.write('client.mjs', careless)
  const saving = ['--time', '10m', '--story', story, '--save', 'tests/of the client', '--as', form]
  const found = await project.run(node, [
    'node_modules/alias-sandbox/dist/bin.js',
    'explore',
    ...saving,
    '--',
    'node',
    'client.mjs',
  ])
  expect(found.exitCode).toBe(5)
  return project
}

/** How the tests end, before and after the client is repaired, and where the package is not installed. */
async function outcomesOf({ run, write }: TempProject, argv: readonly string[], command = node) {
  const before = await run(command, argv)
  write('client.mjs', repaired)
  const after = await run(command, argv)
  const uninstall = `fs.rmSync('node_modules/alias-sandbox', { recursive: true, force: true })
    fs.rmSync('node_modules/.bin/alias-sandbox', { force: true })`
  await run(node, ['-e', uninstall])
  const missing = await run(command, argv)
  expect(missing.exitCode).not.toBe(0)
  expect(missing.output).toContain('The client was not tested: alias-sandbox could not run it')
  expect(missing.output).not.toMatch(/It makes the same alias twice:|E404/)
  return { before, after }
}

const told = 'The alias was made, but the client did not get the answer.'

describe('a test that explore saved fails, with the story, until the client is repaired, and blames nobody if it cannot run', () => {
  it('in node:test', async () => {
    const project = await explored('node-test')
    const argv = ['--test', '--test-reporter=tap', 'tests']
    const { before, after } = await outcomesOf(project, argv)
    expect(before.output).toContain('repaired: it makes the same alias twice')
    expect(before.output).toContain(told)
    expect([before.exitCode, after.exitCode]).toEqual([1, 0])
    expect(after.output).toMatch(/# pass 1/)
  })

  it('in vitest', async () => {
    const project = await explored('vitest', ['vitest', 'vite'])
    const argv = ['node_modules/vitest/vitest.mjs', 'run']
    const { before, after } = await outcomesOf(project, argv)
    expect(before.output).toContain('repaired: it makes the same alias twice')
    expect(before.output).toContain(told)
    expect([before.exitCode, after.exitCode]).toEqual([1, 0])
  })

  it('in jest', async () => {
    const project = await explored('jest', ['jest'])
    const argv = ['node_modules/jest/bin/jest.js', '-w', '1']
    const { before, after } = await outcomesOf(project, argv)
    expect(before.output).toContain('repaired: it makes the same alias twice')
    expect(before.output).toContain(told)
    expect([before.exitCode, after.exitCode]).toEqual([1, 0])
  })

  it('in pytest', needs('pytest'), async () => {
    const project = await explored('pytest')
    const argv = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider']
    const { before, after } = await outcomesOf(project, argv, findPython('pytest'))
    expect(before.output).toContain('It makes the same alias twice')
    expect(before.output).toContain(told)
    expect([before.exitCode, after.exitCode]).toEqual([1, 0])
  })
})
