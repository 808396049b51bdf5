import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSandboxApp } from '../../src/library/sandbox-app.ts'
import { startSandbox } from '../../src/library/start-sandbox.ts'
import { checkScenario, mergeChecked } from '../../src/contract/scenario/scenario.ts'
import { shippedScenarios } from '../../src/node/files/scenario-catalog.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshFolder } from '../support/process/fresh-folder.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { runCli } from '../support/process/run-cli.ts'

const PROBLEM =
  'account.billing must not be trialing with plan free: "Plus and Pro come with one 7-day free trial per account"'

describe('scenarios that are valid alone and contradict each other do not start an account', () => {
  it.each([
    ['by flag', '--port 0 --scenario trial --scenario free'],
    ['by word', '--port 0 trial free'],
    ['under exec', 'exec -s trial -s free -- node -e 0'],
    ['with flags laid over them', '--port 0 -s trial -s free --frozen --choice page_size=10'],
  ])('%s', async (_how, line) => {
    const { exitCode, stderr } = await runCli(line.split(' '))
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: `scenario trial + free: ${PROBLEM}\n`,
    })
  })

  it('in the library, whether they are files or objects', async () => {
    const scenario = ['trial', { account: { plan: 'free' as const } }]
    const refusal = { code: 'bad_argument', message: `scenario trial + inline: ${PROBLEM}` }
    await expect(startSandbox({ scenario })).rejects.toMatchObject(refusal)
    expect(() => createSandboxApp({ scenario })).toThrow(refusal.message)
  })

  it('in POST accounts, with its overrides of a scenario', async () => {
    const control = controlClient(await freshSandbox())
    const answer = await control.send('POST', 'accounts', {
      scenario: 'trial',
      account: { plan: 'free' },
    })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        message: `${PROBLEM} (in scenario trial with the overrides)`,
        field: 'account.billing',
      },
    })
    expect((await control.send('GET', 'accounts')).body['accounts']).toHaveLength(1)
  })
})

it('any two shipped scenarios start together, or are refused like a single file', () => {
  const shipped = shippedScenarios()
  for (const first of shipped) {
    for (const second of shipped) {
      const merged = mergeChecked(first.scenario, second.scenario)
      if (merged.ok) expect(checkScenario(merged.value).ok).toBe(true)
      else expect(merged.issues[0].path[0]).toBe('account')
    }
  }
})

describe('scenarios check --scenarios-dir', () => {
  function folderWith(files: Record<string, string>): string {
    const folder = join(freshFolder(), 'scenarios')
    mkdirSync(folder)
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return folder
  }

  it('accepts the names of scenarios in the folder', async () => {
    const folder = folderWith({
      'mine.yaml': 'account: { plan: pro }',
      'uses.yaml':
        'expect:\n  - { do: load_scenario, scenario: mine }\n  - { call: GET /v1/aliases, status: 200 }',
    })
    const file = join(folder, 'uses.yaml')
    const message = await runCli(['scenarios', 'check', '--scenarios-dir', folder, file])
    expect(message).toEqual({
      exitCode: 0,
      stdout: `${file}: ok (2 expect steps)\n`,
      stderr: '',
    })
  })

  it('checks every shipped scenario when nothing is named', async () => {
    const { exitCode, stdout, stderr } = await runCli(['scenarios', 'check'])
    const checked = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(': ok (')[0])
    expect({ exitCode, checked, stderr }).toEqual({
      exitCode: 0,
      checked: shippedScenarios().map(({ name }) => name),
      stderr: '',
    })
  })
})
