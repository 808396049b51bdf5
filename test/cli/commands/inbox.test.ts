import { describe, expect, it } from 'vitest'
import { startSandbox } from '../../../src/index.ts'
import { runCli } from '../../support/process/run-cli.ts'

const SHOP = 'shop@alias-sandbox.example'
const BANK = 'bank@alias-sandbox.example'

async function freshInbox() {
  const sandbox = await startSandbox({ now: '2026-03-01T12:00:00Z', frozen: true })
  const account = await sandbox.account({ aliases: [{ id: 'shop' }, { id: 'bank' }] })
  const run = (command: string, ...options: string[]) =>
    runCli([command, '--url', sandbox.url, '--account', account.name, ...options])
  const inbox = (...options: string[]) => run('inbox', ...options)
  return { account, run, inbox, [Symbol.asyncDispose]: () => sandbox.close() }
}

describe('inbox', () => {
  it('prints the mails with their codes and links', async () => {
    await using fresh = await freshInbox()
    const text = 'Your code is 482913. Or follow https://shop.example/confirm?c=1.'
    await fresh.account.deliver({ to: SHOP, from: 'a@shop.example', subject: 'Hello', text })
    await fresh.account.deliver({ to: BANK })
    const [first, second] = await fresh.account.inbox.list()
    expect((await fresh.inbox()).stdout.split('\n')).toEqual([
      `${first!.id} 2026-03-01T12:00:00.000Z to ${SHOP} from a@shop.example: "Hello"`,
      '  code 482913',
      '  link https://shop.example/confirm?c=1',
      `${second!.id} 2026-03-01T12:00:00.000Z to ${BANK}: no subject`,
      '',
    ])
  })

  it('says that there is none, and where to see those that were refused', async () => {
    await using fresh = await freshInbox()
    await fresh.account.deliver({ to: 'nobody@alias-sandbox.example' })
    const none = await fresh.inbox()
    expect(none).toMatchObject({ exitCode: 0, stdout: '' })
    expect(none.stderr).toMatch(
      /^alias-sandbox: no mail of \S+; history shows those that did not arrive\n$/,
    )
    expect((await fresh.inbox('--to', BANK)).stderr).toContain('no mail that matches of')
    const all = await fresh.run('history')
    expect(all.stdout).toMatch(
      /^mail_1 .* A mail to nobody@alias-sandbox\.example was refused \(550 5\.1\.1\): no_alias \(\S+\)$/m,
    )
    await fresh.account.deliver({ to: BANK })
    expect((await fresh.run('history')).stdout).toMatch(/^mail_2 .* was forwarded \(\S+\)$/m)
  })

  it('is refused after a mail that there is not', async () => {
    await using fresh = await freshInbox()
    await fresh.account.deliver({ to: SHOP })
    for (const options of [[], ['--wait']]) {
      const { exitCode, stdout, stderr } = await fresh.inbox('--after', 'mail_99', ...options)
      expect([exitCode === 0, stdout]).toEqual([false, ''])
      expect(stderr).toContain('after: the history of account')
    }
  })

  it('selects by address, text and what came before', async () => {
    await using fresh = await freshInbox()
    await fresh.account.deliver({ to: SHOP, subject: 'one' })
    await fresh.account.deliver({ to: BANK, subject: 'two' })
    await fresh.account.deliver({ to: SHOP, subject: 'three' })
    const mails = await fresh.account.inbox.list()
    const subjects = async (...options: string[]) =>
      (
        JSON.parse((await fresh.inbox('--json', ...options)).stdout) as {
          mails: { subject: string }[]
        }
      ).mails.map(({ subject }) => subject)
    expect(await subjects('--to', SHOP.toUpperCase())).toEqual(['one', 'three'])
    expect(await subjects('--text', 'TWO')).toEqual(['two'])
    expect(await subjects('--after', mails[0]!.id)).toEqual(['two', 'three'])
  })

  it('shows characters that change the direction of text as escapes', async () => {
    await using fresh = await freshInbox()
    await fresh.account.deliver({ to: SHOP, subject: 'a\u202eb' })
    expect((await fresh.inbox()).stdout).toContain(': "a\\u202eb"\n')
  })
})

describe('inbox --wait', () => {
  it('prints the first that matches as soon as it comes', async () => {
    await using fresh = await freshInbox()
    await fresh.account.deliver({ to: BANK, subject: 'one' })
    const waiting = fresh.inbox('--wait', '--timeout', '2m', '--to', SHOP, '--json')
    await fresh.account.deliver({ to: SHOP, subject: 'two' })
    await fresh.account.deliver({ to: SHOP, subject: 'three' })
    const { exitCode, stdout } = await waiting
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([
      0,
      { mails: [{ to: SHOP, subject: 'two' }] },
    ])
  })

  it('exits with 124 when none came in time, and says why', async () => {
    await using fresh = await freshInbox()
    await fresh.account.deliver({ to: 'x@alias-sandbox.example' })
    const run = await fresh.inbox('--wait', '--timeout', '1ms')
    expect(run).toMatchObject({ exitCode: 124, stdout: '' })
    expect(run.stderr).toMatch(
      /^alias-sandbox: No mail that matches came within 0\.001 s\. Other mails: mail_\d+ to x@alias-sandbox\.example was refused \(550 5\.1\.1\): no_alias\.\n$/,
    )
  })

  it.each([
    [['--timeout', '1s'], '--timeout needs --wait'],
    [['--wait', '--timeout', 'soon'], 'a duration such as 500ms, 10s or 2m'],
    [['--wait', '--timeout', '11m'], 'timeout'],
  ])('refuses %j', async (options, told) => {
    await using fresh = await freshInbox()
    const { exitCode, stderr } = await fresh.inbox(...options)
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(told)])
  })
})
