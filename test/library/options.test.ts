import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSandboxApp, defineScenario, startSandbox } from '../../src/index.ts'

/** Wrong options, the name of each, and the error. */
const wrong: [option: string, options: unknown, says: RegExp][] = [
  ['scenaro', { scenaro: 'plus' }, /did you mean "scenario"\?/],
  ['scenario', { scenario: 'past_du' }, /did you mean "past_due"\?/],
  ['scenario', { scenario: 7 }, /a scenario, or a list of these \(got 7\)/],
  ['scenario', { scenario: [] }, /empty list/],
  ['scenario.usge', { scenario: { usge: {} } }, /did you mean "usage"\?/],
  ['scenario.account.plan', { scenario: { account: { plan: 'plsu' } } }, /did you mean "plus"\?/],
  ['choices.pag_size', { choices: { pag_size: 5 } }, /did you mean "page_size"\?/],
  ['seed', { seed: 'x' }, /must be an integer/],
  ['now', { now: 1_772_366_400_000 }, /epoch seconds/],
  ['now', { now: new Date(Number.NaN) }, /epoch seconds/],
  ['scale', { scale: 0 }, /0\.001/],
  ['frozen', { frozen: 'yes' }, /must be true or false/],
  ['port', { port: 65_536 }, /0 to 65535/],
  [
    'controlToken',
    { controlToken: 'short' },
    /^controlToken must have at least 22 characters, not 5/,
  ],
  ['corsOrigin', { corsOrigin: 'localhost' }, /must be an origin/],
]

describe('a wrong option', () => {
  it.each(wrong)('%s: %j is refused by name', async (field, options, says) => {
    const refusal = {
      name: 'SandboxError',
      code: 'bad_argument',
      field,
      message: expect.stringMatching(says) as string,
    }
    await expect(startSandbox(options as object)).rejects.toMatchObject(refusal)
    expect(() => createSandboxApp(options as object)).toThrow(expect.objectContaining(refusal))
  })

  it.each([[null], [[]], ['plus']])('%j in place of options is refused', async (options) => {
    await expect(startSandbox(options as object)).rejects.toThrow(
      /^options must be an object \(got /,
    )
  })

  it('is never repeated when it is a possible real key', async () => {
    const refusal = startSandbox({ apiKey: 'live_c0ffee' }).catch((error: Error) => error.message)
    expect(await refusal).toMatch(/^apiKey must be sandbox_/)
    expect(await refusal).not.toContain('c0ffee')
  })

  it('has different errors for a missing file, a broken file and a missing folder', async () => {
    await expect(startSandbox({ scenario: './none.yaml' })).rejects.toThrow(
      /none.yaml: no such file or directory/,
    )
    await expect(startSandbox({ scenariosDir: './none' })).rejects.toMatchObject({
      field: 'scenariosDir',
      message: expect.stringContaining('./none: no such file or directory') as string,
    })
  })

  it('is a missing token when other machines have access', async () => {
    await expect(startSandbox({ host: '0.0.0.0' })).rejects.toMatchObject({ field: 'controlToken' })
  })

  it('is a scenario in which no account can start', async () => {
    const scenario = { clock: { now: '2026-03-01' }, aliases: [{ expires_at: '2026-02-01' }] }
    await expect(startSandbox({ scenario })).rejects.toMatchObject({
      field: 'scenario',
      message: expect.stringMatching(/aliases\[0\].expires_at must be in the future/) as string,
    })
  })
})

describe('a port', () => {
  it('that is in use is reported, and no other is tried', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    await expect(startSandbox({ port })).rejects.toMatchObject({
      code: 'cannot_listen',
      message: expect.stringContaining(`port ${port} of 127.0.0.1`) as string,
    })
  })
})

describe('defineScenario', () => {
  it('returns its argument', () => {
    const scenario = { usage: { daily: 49 } }
    expect(defineScenario(scenario)).toBe(scenario)
  })

  it('refuses an invalid scenario at the place of the call', () => {
    const scenario = { faults: [{ kind: 'outge' as 'outage' }] }
    expect(() => defineScenario(scenario)).toThrow(
      /faults\[0\]\.kind must be a fault kind .*did you mean "outage"\?/,
    )
  })
})
