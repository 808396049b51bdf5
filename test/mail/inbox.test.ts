import { describe, expect, it } from 'vitest'
import { type AccountOptions, startSandbox } from '../../src/index.ts'

const TO = 'shop@alias-sandbox.example'
const NOW = '2026-03-01T12:00:00Z'

async function freshAccount(scenario: AccountOptions = {}) {
  const sandbox = await startSandbox({ now: NOW, frozen: true })
  const account = await sandbox.account({ aliases: [{ id: 'shop' }], ...scenario })
  return { account, [Symbol.asyncDispose]: () => sandbox.close() }
}

describe('a mail to an active alias', () => {
  it('arrives in the inbox with its codes and links, and counts', async () => {
    await using fresh = await freshAccount()
    const { account } = fresh
    const delivered = await account.deliver({
      to: TO,
      from: 'hello@shop.example',
      subject: 'Confirm your address',
      text: 'Your code is 482913. Or follow https://shop.example/confirm?c=1.',
    })
    expect(delivered).toMatchObject({ outcome: 'forwarded', reason: 'active', alias: 'shop' })
    expect(delivered.smtp).toBe('250 2.0.0')
    const [mail, ...others] = await account.inbox.list()
    expect(others).toEqual([])
    expect(mail).toEqual({
      id: mail!.id,
      at: '2026-03-01T12:00:00.000Z',
      alias: 'shop',
      to: TO,
      from: 'hello@shop.example',
      subject: 'Confirm your address',
      text: 'Your code is 482913. Or follow https://shop.example/confirm?c=1.',
      html: '',
      codes: ['482913'],
      links: ['https://shop.example/confirm?c=1'],
      attachments: [],
      headers: [],
      raw_bytes: null,
    })
    expect(await account.inbox.get(mail!.id)).toEqual(mail)
    expect((await account.aliases())[0]!.forward_count).toBe(1)
    expect((await account.usage()).forwards.used).toBe(1)
  })

  it.each(['mail_1', 'evt_1', 'req_2'])(
    'is not there any more when the account goes back to before it, at a call: %s',
    async (to) => {
      await using fresh = await freshAccount({
        timeline: [{ at_call: 2, do: 'deliver_mail', to: TO }],
      })
      const { account } = fresh
      const list = () =>
        fetch(`${account.url}/v1/aliases`, {
          headers: { authorization: `Bearer ${account.apiKey}` },
        })
      await list()
      await list()
      expect(await account.inbox.list()).toHaveLength(1)
      await account.undo(to)
      expect(await account.inbox.list()).toEqual([])
      expect((await account.aliases())[0]!.forward_count).toBe(0)
      await list()
      expect(await account.inbox.list()).toHaveLength(1)
    },
  )

  it('ends the wait for it when a step of the timeline brings it meanwhile', async () => {
    await using sandbox = await startSandbox({ scale: 3_600 })
    const timeline = [
      { at: '+1h', do: 'deliver_mail', to: TO, text: 'Your code is 482913.' },
    ] as const
    const account = await sandbox.account({ aliases: [{ id: 'shop' }], timeline: [...timeline] })
    expect((await account.inbox.waitFor({ timeout: '10m' })).codes).toEqual(['482913'])
  })

  it.each<[title: string, mail: object, read: object]>([
    [
      'the code of the HTML, which people see',
      { text: 'View this mail in an HTML client.', html: '<p>Your code is 482913</p>' },
      { text: 'View this mail in an HTML client.', codes: ['482913'] },
    ],
    [
      'no other code of a text that nobody sees',
      { text: 'Your code is 111111', html: '<p>Your code is 482913</p>' },
      { codes: ['482913'] },
    ],
    [
      'the code of the text, if the HTML has none',
      { text: 'Your code is 482913', html: '<img src="https://a.example/code.png">' },
      { codes: ['482913'] },
    ],
    [
      'the text of the HTML in place of a blank one',
      { text: ' \r\n', html: '<p>Your code is 482913</p>' },
      { text: 'Your code is 482913', codes: ['482913'] },
    ],
    ['no sender that nobody has named', { text: 'Hello' }, { from: '' }],
  ])('has %s', async (_title, mail, read) => {
    await using fresh = await freshAccount()
    await fresh.account.deliver({ to: TO, ...mail })
    expect((await fresh.account.inbox.list())[0]).toMatchObject(read)
  })
})

describe('a mail that is not forwarded changes nothing, and says why', () => {
  it.each<[title: string, scenario: AccountOptions, to: string, told: object]>([
    ['to nobody', {}, 'x@alias-sandbox.example', { reason: 'no_alias', smtp: '550 5.1.1' }],
    ['of another domain', {}, 'shop@elsewhere.example', { reason: 'no_alias' }],
    [
      'to a suspended alias',
      { aliases: [{ id: 'shop', status: 'suspended' }] },
      TO,
      { reason: 'suspended', smtp: '550 5.7.1', choices: ['mail_to_suspended'] },
    ],
    [
      'beyond the month',
      { account: { plan: 'free' }, usage: { forwards: 100 } },
      TO,
      { reason: 'allowance_used', smtp: '452 4.2.2' },
    ],
    [
      'while a payment is overdue, by a choice',
      { account: { billing: 'past_due' }, choices: { mail_when_unpaid: 'reject' } },
      TO,
      { reason: 'past_due', smtp: '550 5.7.1' },
    ],
  ])('%s', async (_title, scenario, to, told) => {
    await using fresh = await freshAccount(scenario)
    const { account } = fresh
    const before = await account.state()
    expect(await account.deliver({ to })).toMatchObject({ outcome: 'refused', ...told })
    expect(await account.inbox.list()).toEqual([])
    expect(await account.state()).toEqual(before)
  })

  it('to an alias that has expired', async () => {
    await using fresh = await freshAccount({
      aliases: [{ id: 'shop', expires_at: '+1h' }],
      choices: { expiry: 'expired' },
    })
    await fresh.account.clock.advance('2h')
    const told = { outcome: 'refused', reason: 'expired', smtp: '550 5.1.1' }
    expect(await fresh.account.deliver({ to: TO })).toMatchObject(told)
  })

  it('though its sender does not hear of one that is dropped', async () => {
    await using fresh = await freshAccount({ choices: { mail_to_unknown: 'drop' } })
    const { account } = fresh
    const told = { outcome: 'dropped', reason: 'no_alias', smtp: '250 2.0.0' }
    expect(await account.deliver({ to: 'x@alias-sandbox.example' })).toMatchObject(told)
  })

  it('while a payment is overdue, it is forwarded unless a choice says otherwise', async () => {
    await using fresh = await freshAccount({ account: { billing: 'past_due' } })
    expect((await fresh.account.deliver({ to: TO })).outcome).toBe('forwarded')
  })
})

describe('the history of a mail', () => {
  it('is an entry of the type mail with a number of its own, whatever became of the mail', async () => {
    await using fresh = await freshAccount({
      timeline: [{ at: '+1h', do: 'deliver_mail', to: TO }],
    })
    const { account } = fresh
    await account.do('fail_payment')
    await account.deliver({ to: TO })
    await account.deliver({ to: 'nobody@alias-sandbox.example' })
    await expect(account.deliver({ to: 'nowhere' })).rejects.toMatchObject({ status: 400 })
    await account.do('advance_clock', { by: '1h' })
    const mails = await account.history({ types: ['mail'] })
    expect(mails).toMatchObject([
      { id: 'mail_1', type: 'mail', action: 'deliver_mail', result: { outcome: 'forwarded' } },
      { id: 'mail_2', origin: 'library', result: { outcome: 'refused', reason: 'no_alias' } },
      { id: 'mail_3', arguments: { to: 'nowhere' }, refused: { status: 400, field: 'to' } },
      { id: 'mail_4', origin: 'timeline', result: { outcome: 'forwarded' } },
    ])
    const actions = await account.history({ types: ['action'] })
    expect(actions.map(({ id }) => id)).toEqual(['act_1', 'act_2'])
  })

  it('leads back to before it, and undo takes back the last one that changed something', async () => {
    await using fresh = await freshAccount()
    const { account } = fresh
    for (const text of ['one', 'two', 'three']) await account.deliver({ to: TO, text })
    await account.deliver({ to: 'nobody@alias-sandbox.example' })
    const texts = async () => (await account.inbox.list()).map(({ text }) => text)
    await account.undo()
    expect(await texts()).toEqual(['one', 'two'])
    await account.undo('mail_2')
    expect(await texts()).toEqual(['one'])
    expect((await account.aliases())[0]!.forward_count).toBe(1)
  })
})

describe('an address', () => {
  it('reaches its alias in upper case and with a tag, unless a choice says otherwise', async () => {
    await using fresh = await freshAccount()
    const { account } = fresh
    const delivered = await account.deliver({ to: 'SHOP+news@Alias-Sandbox.example' })
    expect(delivered).toMatchObject({ alias: 'shop', choices: ['mail_address'] })
    await account.do('set_choices', { mail_address: 'exact' })
    expect((await account.deliver({ to: 'SHOP@alias-sandbox.example' })).reason).toBe('no_alias')
    expect((await account.deliver({ to: TO })).outcome).toBe('forwarded')
  })
})

describe('a delivery in the history', () => {
  it('says why it was forwarded or not, and whether the document says so', async () => {
    await using fresh = await freshAccount({ aliases: [{ id: 'shop' }] })
    const { account } = fresh
    await account.deliver({ to: TO })
    await account.do('suspend_alias', { id: 'shop', reason: 'spam' })
    await account.deliver({ to: TO })
    await account.do('set_choices', { mail_to_suspended: 'drop' })
    await account.deliver({ to: TO.toUpperCase() })
    await account.do('resume_alias', { id: 'shop' })
    await account.do('fail_payment')
    await account.deliver({ to: TO })
    expect(await account.history({ types: ['mail'] })).toMatchObject([
      {
        basis: 'documented',
        source: expect.stringContaining('forwards mail'),
        why: 'forwarded: this alias is active',
      },
      {
        basis: 'assumed',
        source: expect.stringMatching(/^mail_to_suspended: States and transitions/),
        why: 'refused, and its sender heard 550 5.7.1: this alias is suspended',
      },
      {
        basis: 'assumed',
        source: expect.stringMatching(/^mail_address: .*; mail_to_suspended: /),
        why: 'dropped, and its sender heard 250 2.0.0: this alias is suspended',
      },
      {
        basis: 'assumed',
        source: expect.stringMatching(/^mail_when_unpaid: /),
        why: 'forwarded, although the payment for this account is overdue',
      },
    ])
  })

  it('says nothing of that where the arguments are no mail', async () => {
    await using fresh = await freshAccount()
    await expect(fresh.account.do('deliver_mail', { to: 'shop' })).rejects.toThrow('to must be')
    const [refused] = await fresh.account.history({ types: ['mail'] })
    expect(refused).toMatchObject({ refused: { status: 400 } })
    expect(refused).not.toHaveProperty('why')
  })
})

describe('the inbox', () => {
  it('selects by address, text and what came before', async () => {
    await using fresh = await freshAccount({ aliases: [{ id: 'shop' }, { id: 'bank' }] })
    const { account } = fresh
    await account.deliver({ to: TO, subject: 'one' })
    const [first] = await account.inbox.list()
    await account.deliver({ to: 'bank@alias-sandbox.example', subject: 'two' })
    await account.deliver({ to: TO, subject: 'Three' })
    const subjects = async (filter: object) =>
      (await account.inbox.list(filter)).map(({ subject }) => subject)
    expect(await subjects({})).toEqual(['one', 'two', 'Three'])
    expect(await subjects({ to: 'SHOP@alias-sandbox.example' })).toEqual(['one', 'Three'])
    expect(await subjects({ text: 'three' })).toEqual(['Three'])
    expect(await subjects({ after: first!.id })).toEqual(['two', 'Three'])
  })

  it('has what came to an address with a plus for whoever asks for its alias', async () => {
    await using fresh = await freshAccount({ aliases: [{ id: 'shop' }, { id: 'sho' }] })
    const { account } = fresh
    await account.deliver({ to: 'shop+news@alias-sandbox.example', subject: 'news' })
    await account.deliver({ to: TO, subject: 'plain' })
    const subjects = async (to: string) =>
      (await account.inbox.list({ to })).map(({ subject }) => subject)
    expect(await subjects(TO)).toEqual(['news', 'plain'])
    expect(await subjects('shop+NEWS@alias-sandbox.example')).toEqual(['news'])
    expect(await subjects('shop+other@alias-sandbox.example')).toEqual([])
    expect(await subjects('sho@alias-sandbox.example')).toEqual([])
  })

  it('selects what came after an action that was no mail', async () => {
    await using fresh = await freshAccount()
    const { account } = fresh
    await account.deliver({ to: TO, subject: 'before' })
    await account.clock.advance('1h')
    const [action] = await account.history({ types: ['action'] })
    const after = action!.id
    await account.deliver({ to: TO, subject: 'after' })
    expect(await account.inbox.list({ after })).toMatchObject([{ subject: 'after' }])
    expect(await account.inbox.waitFor({ after })).toMatchObject({ subject: 'after' })
  })

  it('gives no old mail for new where nothing has the id of after', async () => {
    await using fresh = await freshAccount()
    const { account } = fresh
    await account.deliver({ to: TO, subject: 'old' })
    const unknown = expect.objectContaining({
      code: 'not_found',
      field: 'after',
      message: expect.stringMatching(/^after: the history of account \S+ has no entry "mail_99"/),
    })
    await expect(account.inbox.list({ after: 'mail_99' })).rejects.toEqual(unknown)
    await expect(account.inbox.waitFor({ after: 'mail_99' })).rejects.toEqual(unknown)
    await expect(account.inbox.list({ after: 'other/mail_1' })).rejects.toMatchObject({
      code: 'bad_argument',
    })
  })

  it('and the journal take a Date where they take a time', async () => {
    await using fresh = await freshAccount()
    const { account } = fresh
    await account.deliver({ to: TO })
    expect(await account.inbox.list({ since: new Date(NOW) })).toHaveLength(1)
    expect(await account.inbox.list({ since: new Date(Date.parse(NOW) + 1) })).toEqual([])
    expect(await account.requests({ since: new Date(NOW) })).toEqual([])
    await expect(account.inbox.list({ since: new Date(Number.NaN) })).rejects.toThrow(
      'since must be a value of JSON (got Invalid Date)',
    )
  })

  it('shows the last 200, and says how many others there are', async () => {
    await using fresh = await freshAccount({ account: { plan: 'pro' } })
    const { account } = fresh
    for (let at = 0; at < 201; at += 1) await account.deliver({ to: TO, subject: `${at}` })
    const mails = await account.inbox.list()
    expect([mails.length, mails[0]!.subject]).toEqual([200, '1'])
    const told = await fetch(`${account.url}/_sandbox/accounts/${account.name}/inbox?to=${TO}`)
    expect(await told.json()).toMatchObject({ left_out: 1 })
  })

  it('is empty after a reset and another scenario, until that is taken back', async () => {
    await using fresh = await freshAccount()
    const { account } = fresh
    await account.deliver({ to: TO, subject: 'before' })
    await account.reset()
    expect(await account.inbox.list()).toEqual([])
    await account.deliver({ to: TO, subject: 'after' })
    expect((await account.inbox.list()).map(({ subject }) => subject)).toEqual(['after'])
    await account.do('load_scenario', { scenario: 'pro' })
    expect(await account.inbox.list()).toEqual([])
    await account.undo()
    expect((await account.inbox.list()).map(({ subject }) => subject)).toEqual(['after'])
  })

  it('is the same after its session was loaded', async () => {
    await using sandbox = await startSandbox()
    const account = await sandbox.account({ aliases: [{ id: 'shop' }] })
    await account.deliver({ to: TO })
    expect(await account.inbox.list()).toHaveLength(1)
    const before = await account.inbox.list()
    await sandbox.load(await sandbox.session())
    expect(await account.inbox.list()).toEqual(before)
  })

  it('is the same after a replay of the history', async () => {
    await using fresh = await freshAccount({ aliases: [{ id: 'shop', single_use: true }] })
    const { account } = fresh
    await account.deliver({ to: TO, text: 'Your code is 482913' })
    await account.deliver({ to: TO })
    await fetch(`${account.url}/v1/aliases`, {
      headers: { authorization: `Bearer ${account.apiKey}` },
    })
    await using other = await startSandbox()
    const replay = await other.replay(await account.session())
    expect(replay).toMatchObject({ answers: 3, equal: 3 })
    expect(replay.accounts.flatMap(({ different }) => different)).toEqual([])
  })

  it('takes mails of a timeline', async () => {
    const timeline = [{ at: '+1h', do: 'deliver_mail', to: TO, subject: 'later' }] as const
    await using fresh = await freshAccount({ timeline: [...timeline] })
    const { account } = fresh
    expect(await account.inbox.list()).toEqual([])
    await account.clock.advance('1h')
    expect((await account.inbox.list()).map(({ subject }) => subject)).toEqual(['later'])
  })

  it('knows no mail of another id', async () => {
    await using fresh = await freshAccount()
    await expect(fresh.account.inbox.get('mail_9')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('waiting for a mail', () => {
  it('ends at once if it is there, and otherwise when it comes', async () => {
    await using fresh = await freshAccount()
    const { account } = fresh
    await account.deliver({ to: TO, subject: 'one' })
    const one = await account.inbox.waitFor({ to: TO })
    const two = account.inbox.waitFor({ to: TO, after: one.id, timeout: '1m' })
    await account.deliver({ to: TO, subject: 'two' })
    expect([one.subject, (await two).subject]).toEqual(['one', 'two'])
  })

  it('names what came instead, and why others did not arrive', async () => {
    await using fresh = await freshAccount()
    const { account } = fresh
    await account.deliver({ to: TO, subject: 'Welcome' })
    await account.deliver({ to: 'x@alias-sandbox.example' })
    const waiting = account.inbox.waitFor({ text: 'code', timeout: '1ms' })
    await expect(waiting).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringMatching(
        /^No mail that matches came within 0\.001 s\. Other mails: mail_\d to shop@alias-sandbox\.example came, with the subject "Welcome"; mail_\d to x@alias-sandbox\.example was refused \(550 5\.1\.1\): no_alias\.$/,
      ),
    })
  })
})
