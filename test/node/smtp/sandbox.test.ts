import { createTransport } from 'nodemailer'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type AccountOptions, startSandbox } from '../../../src/index.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'

const TO = 'shop@alias-sandbox.example'

async function fresh(options: AccountOptions = {}) {
  const sandbox = await startSandbox({ smtp: true })
  const account = await sandbox.account({ aliases: [{ id: 'shop' }], ...options })
  const mailer = createTransport(sandbox.smtpUrl)
  const send = (mail: object) =>
    mailer.sendMail({ from: 'hello@shop.example', to: TO, ...mail }).then(
      ({ response }) => response,
      (error: { response: string }) => error.response,
    )
  return {
    sandbox,
    account,
    send,
    async [Symbol.asyncDispose]() {
      mailer.close()
      await sandbox.close()
    },
  }
}

describe('a mail that is sent over SMTP', () => {
  it('arrives in the inbox of the account whose alias it is for', async () => {
    await using one = await fresh()
    const { account, sandbox, send } = one
    expect(await send({ subject: 'Grüße', text: 'Your code is 482913.' })).toMatch(/^250 /)
    const mail = await account.inbox.waitFor({ to: TO })
    expect(mail).toMatchObject({ from: 'hello@shop.example', subject: 'Grüße', codes: ['482913'] })
    expect(await sandbox.defaultAccount.inbox.list()).toEqual([])
    expect((await account.aliases())[0]!.forward_count).toBe(1)
  })

  it('is told as one that came over SMTP, and so is one that was refused', async () => {
    await using one = await fresh()
    const { account, sandbox, send } = one
    const ready = await fetch(`${sandbox.url}/_sandbox/ready`)
    expect(await ready.json()).toMatchObject({ smtp_url: sandbox.smtpUrl })
    await send({ text: 'Hello' })
    await send({ to: 'nobody@alias-sandbox.example' })
    const history = [...(await account.history()), ...(await sandbox.defaultAccount.history())]
    const mails = history.filter(({ type }) => type === 'mail')
    expect(mails).toMatchObject([{ origin: 'smtp' }, { origin: 'smtp' }])
  })

  it.each<[why: string, options: AccountOptions, refused: string]>([
    ['the last of the month', { account: { plan: 'free' }, usage: { forwards: 99 } }, '452 4.2.2'],
    ['a single-use alias, twice', { aliases: [{ id: 'shop', single_use: true }] }, '550 5.1.1'],
  ])('hears of each recipient what becomes of its mail: %s', async (_why, options, refused) => {
    await using one = await fresh(options)
    const { account, sandbox } = one
    const mailer = createTransport(sandbox.smtpUrl)
    const told = await mailer.sendMail({
      from: 'hello@shop.example',
      to: [TO, `shop+2@alias-sandbox.example`],
    })
    mailer.close()
    expect(told).toMatchObject({
      accepted: [TO],
      rejected: ['shop+2@alias-sandbox.example'],
      rejectedErrors: [{ response: expect.stringMatching(`^${refused}`) }],
    })
    const history = await account.history()
    expect(history.flatMap((item) => (item.type === 'mail' ? [item.result] : []))).toMatchObject([
      { outcome: 'forwarded' },
      { outcome: 'refused', smtp: refused },
    ])
  })

  it(
    'is read in full when it is large, while others are answered',
    { tags: ['long'] },
    async () => {
      await using one = await fresh()
      const { account, send } = one
      const text = 'Hello!\n'.repeat(10_000)
      expect(await send({ subject: 'long', text })).toMatch(/^250 /)
      expect((await account.inbox.waitFor()).text.trim()).toBe(text.trim())
    },
  )

  it.each<[title: string, options: AccountOptions, told: RegExp]>([
    ['to nobody', { aliases: [] }, /^550 5\.1\.1 no such alias/],
    [
      'to a suspended alias',
      { aliases: [{ id: 'shop', status: 'suspended' }] },
      /^550 5\.7\.1 this alias is suspended/,
    ],
    [
      'beyond the month',
      { account: { plan: 'free' }, usage: { forwards: 100 } },
      /^452 4\.2\.2 the messages of this month are used up/,
    ],
  ])('is refused %s, and the history says so', async (_title, options, told) => {
    await using one = await fresh(options)
    const { account, sandbox, send } = one
    expect(await send({ text: 'Hello' })).toMatch(told)
    expect(await account.inbox.list()).toEqual([])
    const owner = options.aliases?.length === 0 ? sandbox.defaultAccount : account
    const [last] = (await owner.history({ types: ['mail'] })).slice(-1)
    expect(last).toMatchObject({ action: 'deliver_mail', result: { outcome: 'refused' } })
  })

  it('arrives twice when it is sent twice, though it says that it is the same', async () => {
    await using one = await fresh()
    const { account, send } = one
    const mail = { messageId: '<same@shop.example>', date: new Date(0), text: 'Hello' }
    for (let time = 0; time < 2; time += 1) expect(await send(mail)).toMatch(/^250 /)
    const mails = await account.inbox.list()
    expect(
      mails.map(({ headers }) => headers.find(({ name }) => /^message-id$/i.test(name))),
    ).toEqual(
      Array.from({ length: 2 }, () => expect.objectContaining({ value: '<same@shop.example>' })),
    )
    expect((await account.aliases())[0]!.forward_count).toBe(2)
  })

  it('seems to be accepted where it is dropped', async () => {
    await using one = await fresh({
      aliases: [{ id: 'shop', status: 'suspended' }],
      choices: { mail_to_suspended: 'drop' },
    })
    expect(await one.send({ text: 'Hello' })).toMatch(/^250 /)
    expect(await one.account.inbox.list()).toEqual([])
  })

  it('with a longer subject than an inbox takes is refused with the limit', async () => {
    await using one = await fresh()
    expect(await one.send({ subject: 'x'.repeat(999), text: 'Hello' })).toMatch(
      /^554 5\.6\.0 .*subject must have at most 998 characters/,
    )
  })
})

it('a sandbox receives no mail unless it is asked to', async () => {
  await using sandbox = await startSandbox()
  expect(sandbox.smtpUrl).toBeUndefined()
})

it('a port that is taken is named, and nothing is left behind', async () => {
  await using first = await startSandbox({ smtp: true })
  const smtpPort = Number(new URL(first.smtpUrl!).port)
  await expect(startSandbox({ smtpPort })).rejects.toMatchObject({
    code: 'cannot_listen',
    message: `cannot listen on port ${smtpPort} of 127.0.0.1 (EADDRINUSE); smtpPort: 0 uses a free one`,
  })
})

it('a sandbox that is closed while mails are read tells their senders, and reports no error', async () => {
  const warnings: Error[] = []
  const onWarning = (warning: Error) => void warnings.push(warning)
  process.on('warning', onWarning)
  onTestFinished(() => void process.off('warning', onWarning))
  const sandbox = await freshSandbox({ smtpPort: 0, with: { aliases: [{ id: 'shop' }] } })
  const envelope = { from: 'hello@shop.example', to: TO }
  const raw = `Content-Type: image/png\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(20_000)}`
  const sent = Array.from({ length: 15 }, () =>
    createTransport(sandbox.smtpUrl).sendMail({ envelope, raw }),
  )
  const settled = Promise.allSettled(sent)
  await Promise.race(sent)
  await sandbox.close()
  const unread = (await settled).filter(({ status }) => status === 'rejected')
  expect(unread).not.toEqual([])
  for (const { reason } of unread as PromiseRejectedResult[]) {
    expect(reason).toMatchObject({ responseCode: 421 })
  }
  expect(warnings).toEqual([])
})
