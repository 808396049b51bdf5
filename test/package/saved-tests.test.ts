import { describe, expect, it } from 'vitest'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
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
const cli = 'node_modules/alias-sandbox/dist/bin.cjs'
const story = JSON.stringify({ timeline: [{ at_call: 1, do: 'arm_fault', kind: 'drop_after' }] })

/** How a test file of each form is named, so that its runner finds it. */
const files = {
  vitest: 'lost.test.js',
  jest: 'lost.test.js',
  'node-test': 'lost.test.mjs',
  pytest: 'test_lost.py',
}
type Form = keyof typeof files

/** A project with a careless client. */
function careless(packages: readonly string[]): TempProject {
  const project = makeProject(packages)
  project.write('package.json', '{}')
  project.write('client.mjs', client('create()'))
  return project
}

/** The client was explored: what was found stands in a folder of tests. */
async function explored(form: Form, packages: readonly string[]): Promise<TempProject> {
  const project = careless(packages)
  const saving = ['--time', '10m', '--story', story, '--save', 'tests/of the client', '--as', form]
  const found = await project.run(node, [cli, 'explore', ...saving, '--', 'node', 'client.mjs'])
  expect(found.exitCode).toBe(5)
  return project
}

/** The history of a sandbox was saved, to which the client lost an answer. */
async function recorded(form: Form, packages: readonly string[]): Promise<TempProject> {
  const project = careless(packages)
  const sandbox = await freshSandbox()
  await controlClient(sandbox).do('arm_fault', { kind: 'drop_after' })
  const { create } = apiClient(sandbox)
  await create().catch(() => create())
  const saving = ['--as', form, '--client', 'node client.mjs', '--url', sandbox.url]
  const saved = await project.run(node, [cli, 'history', 'save', files[form], ...saving])
  expect(saved.exitCode).toBe(0)
  return project
}

/** How the tests end, before and after the client is repaired, and where the package is not installed. */
async function outcomesOf({ run, write }: TempProject, argv: readonly string[], command = node) {
  const before = await run(command, argv)
  write('client.mjs', client('process.exit(3)'))
  const after = await run(command, argv)
  const uninstall = `fs.rmSync('node_modules/alias-sandbox', { recursive: true, force: true })
    fs.rmSync('node_modules/.bin/alias-sandbox', { force: true })`
  await run(node, ['-e', uninstall])
  const missing = await run(command, argv)
  expect(missing.exitCode).not.toBe(0)
  expect(missing.output).toContain('The client was not tested: alias-sandbox could not run it')
  expect(missing.output).not.toMatch(/1\. It makes the same alias twice|E404/)
  return { before, after }
}

const told = 'The alias was created, but the client did not get the answer.'

describe.each([
  ['explore saved', explored, 'repaired: it makes the same alias twice'],
  ['history saved', recorded, 'the client is careful in the story of account default'],
] as const)(
  'a test that %s fails, with the story, until the client is repaired, and blames nobody if it cannot run',
  (_what, make, title) => {
    it('in node:test', async () => {
      const project = await make('node-test', [])
      const { before, after } = await outcomesOf(project, ['--test', '--test-reporter=tap'])
      expect(before.output).toContain(title)
      expect(before.output).toContain(told)
      expect([before.exitCode, after.exitCode]).toEqual([1, 0])
      expect(after.output).toMatch(/# pass 1/)
    })

    it('in vitest', async () => {
      const project = await make('vitest', ['vitest', 'vite'])
      const argv = ['node_modules/vitest/vitest.mjs', 'run']
      const { before, after } = await outcomesOf(project, argv)
      expect(before.output).toContain(title)
      expect(before.output).toContain(told)
      expect([before.exitCode, after.exitCode]).toEqual([1, 0])
    })

    it.each([
      ['a CommonJS package', {}, []],
      ['a package of ES modules', { type: 'module' }, ['--experimental-vm-modules']],
    ])('in jest, in %s', async (_kind, manifest, options) => {
      const project = await make('jest', ['jest'])
      project.write('package.json', JSON.stringify(manifest))
      const argv = [...options, 'node_modules/jest/bin/jest.js', '-w', '1']
      const { before, after } = await outcomesOf(project, argv)
      expect(before.output).toContain(title)
      expect(before.output).toContain(told)
      expect([before.exitCode, after.exitCode]).toEqual([1, 0])
    })

    it('in pytest', needs('pytest'), async () => {
      const project = await make('pytest', [])
      const argv = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider']
      const { before, after } = await outcomesOf(project, argv, findPython('pytest'))
      expect(before.output).toContain(title)
      expect(before.output).toContain(told)
      expect([before.exitCode, after.exitCode]).toEqual([1, 0])
    })
  },
)
