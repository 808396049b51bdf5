import { describe, expect, it } from 'vitest'
import { apiClient } from '../../support/http/api-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { runCli } from '../../support/process/run-cli.ts'

/** A call, an action, and a call that got another answer because of it. */
async function livedIn() {
  const sandbox = await freshSandbox()
  await apiClient(sandbox).create()
  await runCli(['trigger', 'cancel_subscription', '--url', sandbox.url])
  expect((await apiClient(sandbox).list()).status).toBe(403)
  return {
    sandbox,
    list: () => apiClient(sandbox).list(),
    run: (...argv: string[]) => runCli([...argv, '--url', sandbox.url]),
  }
}

describe('undo', () => {
  it('takes the account back to before its last action', async () => {
    const { list, run } = await livedIn()
    const { exitCode, stdout } = await run('undo')
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^account default is as it was before act_1 \(clock 20/)
    expect((await list()).aliases.length).toBe(1)
  })

  it('says when it cannot be taken back itself', { tags: ['long'] }, async () => {
    const { run } = await livedIn()
    await run('trigger', 'set_account', '--plan', 'plus', '--billing', 'active')
    expect((await run('trigger', 'populate_aliases', '--count', '90000')).exitCode).toBe(0)
    await run('trigger', 'cancel_subscription')
    const { stdout } = await run('undo', 'default/act_3')
    expect(stdout).toMatch(
      /; this cannot be undone: the account had more than the sandbox keeps\n$/,
    )
    expect(await run('undo', 'default/undo_1')).toMatchObject({ exitCode: 1 })
  })

  it('is refused when there is no action left', async () => {
    const { run } = await livedIn()
    await run('undo')
    expect(await run('undo')).toMatchObject({
      exitCode: 1,
      stderr: 'alias-sandbox: account default has no action to undo\n',
    })
  })
})

describe('undo', () => {
  it('takes the account back to before an entry, and records who did it', async () => {
    const { list, run } = await livedIn()
    expect(await run('undo', 'default/req_1')).toMatchObject({ exitCode: 0 })
    expect((await list()).aliases).toEqual([])
    const { stdout } = await run('history', '--json')
    const { history } = JSON.parse(stdout) as { history: object[] }
    expect(history).toContainEqual(
      expect.objectContaining({ type: 'undo', id: 'undo_1', origin: 'cli', to: 'req_1' }),
    )
  })

  it.each([
    ['req_99', 1, 'the history of account default has no entry "req_99"'],
    ['12', 2, 'invalid value "12" for undo: expected an id such as req_12'],
    ['nobody/req_1', 1, 'account "nobody" does not exist'],
  ])('to %s is refused', async (words, exitCode, message) => {
    const { run } = await livedIn()
    const answer = await run('undo', ...words.split(' '))
    expect(answer.exitCode).toBe(exitCode)
    expect(answer.stderr).toContain(message)
  })
})
