import { describe, expect, it } from 'vitest'
import type { Mail } from '../../src/contract/control/control-shapes.ts'
import { callCore } from '../support/core/core-call.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

const TO = 'shop@alias-sandbox.example'

async function freshInbox() {
  const { url, sandbox } = await freshSandbox({ with: { aliases: [{ id: 'shop' }] } })
  const deliver = (mail: object) =>
    sandbox.perform(sandbox.account('default'), 'deliver_mail', mail, Date.now())
  const get = async (path: string) => {
    const response = await fetch(`${url}/_sandbox/${path}`)
    return { status: response.status, body: (await response.json()) as Mail & { mails: Mail[] } }
  }
  const act = (path: string, body: object = {}) =>
    fetch(`${url}/_sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return { sandbox, deliver, get, act }
}

/** A mail that tells when somebody looks at it. */
function watchedMail(text: string) {
  let looks = 0
  let looked = () => {}
  const look = <Value>(value: Value) => {
    looks += 1
    looked()
    return value
  }
  const mail = {
    get to() {
      return look(TO)
    },
    get text() {
      return look(text)
    },
  }
  return {
    mail,
    looks: () => looks,
    forget: () => void (looks = 0),
    afterLooks: (count: number) =>
      new Promise<void>((resolve) => {
        looked = () => looks === count && resolve()
      }),
  }
}

/** The number of waits below: each looks at a mail that is there already. */
const WAITS = 5

describe('a mail is looked at', () => {
  it('when it arrives, and not again by whoever reads the inbox', async () => {
    const { deliver, get } = await freshInbox()
    const { mail, looks, forget } = watchedMail('Your code is 482913.')
    deliver(mail)
    forget()
    const { body } = await get('inbox/mail_1')
    expect(body.codes).toEqual(['482913'])
    deliver({ to: TO, text: 'another' })
    expect((await get('inbox/mail_2')).body.text).toBe('another')
    expect(looks()).toBe(0)
  })

  it('once by each one who waits, whatever happens then', async () => {
    const { sandbox, deliver, get, act } = await freshInbox()
    const { mail, looks, forget, afterLooks } = watchedMail('Welcome')
    deliver(mail)
    forget()
    const areWaiting = afterLooks(WAITS)
    const waiting = Array.from({ length: WAITS }, () =>
      get(`inbox/wait?to=${TO}&text=code&timeout=10m`),
    )
    await areWaiting
    forget()
    callCore(sandbox)
    deliver({ to: TO, text: 'News' })
    await act('actions/advance_clock', { by: '1h' })
    await act('actions/arm_fault', { kind: 'outage', times: 1 })
    deliver({ to: TO, text: 'Your CODE is 482913.' })
    for (const { body } of await Promise.all(waiting)) expect(body.codes).toEqual(['482913'])
    expect(looks()).toBe(0)
  })
})

describe('a wait for a mail ends', () => {
  it('when going back brings the mail back', async () => {
    const { deliver, get, act } = await freshInbox()
    const { mail, forget, afterLooks } = watchedMail('Welcome')
    deliver(mail)
    deliver({ to: TO, text: 'Your code is 482913.' })
    await act('accounts/default/undo', { to: 'mail_2' })
    forget()
    const isWaiting = afterLooks(1)
    const waiting = get(`inbox/wait?to=${TO}&text=code&timeout=10m`)
    await isWaiting
    await act('accounts/default/undo', { to: 'undo_1' })
    expect((await waiting).body).toMatchObject({ id: 'mail_2', codes: ['482913'] })
  })
})
