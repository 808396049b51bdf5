import { describe, expect, it } from 'vitest'
import { runCli } from '../../support/process/run-cli.ts'

/** A command that runs this script; `call(path, init, key)` sends a request and returns its JSON. */
function script(text: string): string[] {
  const call = `const call = async (path, init, key = process.env.ALIAS_SANDBOX_API_KEY) => {
    const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' }
    const response = await fetch(process.env.ALIAS_SANDBOX_URL + path, { headers, ...init })
    if (!response.ok) process.exit(3)
    return response.json()
  }
  const isOldestFirst = async (key) => {
    const { alias } = await call('/v1/aliases', { method: 'POST' }, key)
    await call('/v1/aliases', { method: 'POST' }, key)
    const { aliases } = await call('/v1/aliases', {}, key)
    if (aliases[0].id !== alias.id) process.exit(1)
  }`
  return ['--', process.execPath, '--input-type=module', '-e', `${call}\n${text}`]
}

describe('assumptions applies a choice to every account', () => {
  it.each([
    ['that a key makes', `await isOldestFirst('sandbox_plus-mine')`],
    [
      'that the command creates',
      `const body = JSON.stringify({ name: 'mine', api_key: 'sandbox_mine' })
       await call('/_sandbox/accounts', { method: 'POST', body })
       await isOldestFirst('sandbox_mine')`,
    ],
    [
      'that a scenario is loaded into',
      `const body = JSON.stringify({ scenario: { account: { plan: 'plus' } } })
       await call('/_sandbox/actions/load_scenario', { method: 'POST', body })
       await isOldestFirst()`,
    ],
  ])('%s', async (_which, text) => {
    const chosen = ['--choice', 'list_order=oldest_first', '--choices', 'list_order']
    const argv = ['assumptions', ...chosen, '--format', 'json']
    const { stdout } = await runCli([...argv, ...script(text)], process.env)
    const { baseline, runs } = JSON.parse(stdout) as { baseline: number; runs: object[] }
    expect(baseline).toBe(0)
    expect(runs).toContainEqual(expect.objectContaining({ value: 'newest_first', depends: true }))
  })
})

describe('accounts created by keys', () => {
  it.each([
    ['matrix', ['--scenarios', 'plus']],
    ['assumptions', ['--choices', 'page_size']],
  ])('work in %s as in start', async (command, argv) => {
    const text = `await call('/v1/aliases', {}, 'sandbox_plus-one')
      await call('/v1/aliases', {}, 'sandbox_plus-two')`
    const { stderr } = await runCli([command, ...argv, ...script(text)], process.env)
    expect(stderr.match(/exit \d+/g)).toSatisfy((all: string[]) =>
      all.every((each) => each === 'exit 0'),
    )
  })
})
