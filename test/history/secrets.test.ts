import { describe, expect, it } from 'vitest'
import { toSession } from '../../src/history/session/to-session.ts'
import type { Session } from '../../src/contract/session/session.ts'
import { inFields } from '../../src/history/session/differences.ts'
import { Replay } from '../../src/history/replay/replay.ts'
import { sourceOf } from '../../src/history/session/source-of.ts'
import { readSession } from '../../src/history/session/read-session.ts'
import { replaySession } from '../../src/history/session/replay-session.ts'
import { sampleTexts } from '../../src/node/files/sample-texts.ts'
import { maskText } from '../../src/text/mask.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { becomes, stateOf } from '../support/core/states.ts'

// Not a real key: random letters after an unused prefix.
const SECRET = 'zq_live_8Kd2mXw4Lr7TnVb3Yc9HsJf6PgQe'
const WORDS = 'correct horse battery staple'

function saved(sandbox: ReturnType<typeof coreSandbox>): string {
  return JSON.stringify(toSession(sandbox, sandbox.accounts(), { version: '0.0.0' }))
}

function firstDifference(text: string) {
  return replaySession(readSession(text, 'x.json'), sampleTexts).first
}

/** How the replay of actions differs, which counts only before an answer that differs. */
function actionsDiffer(text: string) {
  const [account] = readSession(text, 'x.json').accounts
  const replay = Replay.start(account!, sourceOf({ ...JSON.parse(text) } as Session, sampleTexts))
  return [...replay.run()].flatMap(({ differences }) => differences)
}

describe('a key that is not the sandbox’s own does not stand in a file', () => {
  it('wherever a client put it, and a replay of the file reports all answers equal', async () => {
    const sandbox = await freshSandbox()
    const create = (body: object, headers = {}) =>
      fetch(`${sandbox.url}/v1/aliases`, {
        method: 'POST',
        headers: {
          authorization: 'Bearer sandbox_default',
          'content-type': 'application/json',
          ...headers,
        },
        body: JSON.stringify(body),
      })
    await create({}, { 'x-vendor-token': SECRET })
    await create({ label: 'shop', password: WORDS, api_key: 86753091 })
    await create({ label: { password: WORDS, api_key: 8.6753091e7 } })
    await create({ label: SECRET })
    await apiClient(sandbox).list()
    const text = JSON.stringify((await controlClient(sandbox).send('GET', 'session')).body)
    for (const secret of [SECRET, WORDS, '86753091']) expect(text).not.toContain(secret.slice(4))
    expect(replaySession(readSession(text, 'x.json'), sampleTexts)).toMatchObject({
      answers: 5,
      equal: 5,
    })
  })

  it.each([
    ['text', `Dear Ann, your invoice is attached.\n`, /^Dear Ann, your invoice is attached\.\n$/],
    ['text with a key', `The key is ${SECRET}, yours`, /^The key is zq_l\*+, yours$/],
    ['bytes', '\u0089PNG\r\n\u001A\n'.repeat(20), /^(?:.PNG\r\n.\n){20}$/s],
    ['a key in the place of base64', atob('8Kd2mXw4Lr7TnVb3Yc9HsJf6PgQe'), /^\*{21}$/],
  ])('nor in an attachment of %s, and the mail is delivered again', (_what, content, kept) => {
    const sandbox = coreSandbox({ aliases: [{ id: 'a' }] })
    const [account] = sandbox.accounts()
    const mail = {
      to: 'a@alias-sandbox.example',
      attachments: [{ name: 'a', content: btoa(content) }],
    }
    sandbox.perform(account!, 'deliver_mail', mail, MACHINE_MS)
    const text = saved(sandbox)
    const [, found = ''] = /"content":"([^"]*)"/.exec(text)!
    expect(atob(found)).toMatch(kept)
    expect(actionsDiffer(text)).toEqual([])
  })

  it('and a replay still compares all that is not masked', () => {
    const sandbox = coreSandbox({})
    callCore(sandbox, { body: JSON.stringify({ label: SECRET, note: 'mine' }) })
    const text = saved(sandbox).replace(
      '\\"note\\":\\"mine\\",\\"source',
      '\\"note\\":\\"yours\\",\\"source',
    )
    const { answer } = firstDifference(text)!
    expect(answer.differences.flatMap(inFields)).toEqual([
      { field: 'body.alias.note', recorded: 'yours', replayed: 'mine' },
    ])
  })

  it.each(['Basic plan 2', 'Basic 2026', 'the bearer of news', 'Basic realm='])(
    'but prose stays: %s',
    (note) => expect(maskText(JSON.stringify({ note }))).toBe(JSON.stringify({ note })),
  )

  it.each<[string, object]>([
    ['JSON', { json: { api_key: WORDS, list: [SECRET, `token=${SECRET}`], alphabet: SECRET } }],
    ['a text', { body: `{"password":"${WORDS}", key=${SECRET}` }],
    ['a header', { headers: { 'X-Api-Key': WORDS, 'Set-Cookie': `a=1; sid=${SECRET}` }, json: 7 }],
  ])('from an answer of a tester’s own with %s, and the file still replays', (_what, own) => {
    const sandbox = coreSandbox({})
    const fault = { kind: 'answer', status: 429, times: 2, ...own }
    sandbox.perform(sandbox.account('default'), 'arm_fault', fault, MACHINE_MS)
    const { response } = callCore(sandbox)
    callCore(sandbox)
    const sent = JSON.stringify(Object.values(own))
    expect([WORDS, SECRET].some((secret) => sent.includes(secret))).toBe(true)
    expect(JSON.stringify(response)).not.toMatch(/\*{5}/)
    const text = saved(sandbox)
    for (const secret of [SECRET, WORDS]) {
      expect(text.replace(/"alphabet":"[^"]*"/g, '')).not.toContain(secret.slice(4, 12))
    }
    expect(firstDifference(text)).toBeUndefined()
    expect(actionsDiffer(text)).toEqual([])
    const answers = (of: string) =>
      readSession(of, 'x.json').accounts[0]!.history.flatMap((item) =>
        item.type === 'call' ? [item.response] : [],
      )
    const replayed = coreSandbox({})
    const [armed] = readSession(text, 'x.json').accounts[0]!.history.flatMap((item) =>
      item.type === 'action' ? [item.arguments] : [],
    )
    replayed.perform(replayed.account('default'), 'arm_fault', armed, MACHINE_MS)
    for (const _ of [1, 2]) callCore(replayed)
    expect(answers(saved(replayed))).toEqual(answers(text))
  })

  it('from a cursor that is none; other cursors stay', () => {
    const sandbox = coreSandbox({ populate: 3 })
    callCore(sandbox, { method: 'GET', query: `last_key=${SECRET}` })
    const { response } = callCore(sandbox, { method: 'GET', query: 'limit=1' })
    const { next_cursor: cursor } = JSON.parse(response.body) as { next_cursor: string }
    callCore(sandbox, { method: 'GET', query: `last_key=${encodeURIComponent(cursor)}` })
    const text = saved(sandbox)
    expect(text).not.toContain(SECRET.slice(4, 12))
    expect(text).toContain(cursor)
    expect(firstDifference(text)).toBeUndefined()
  })

  it('from an argument, or a state that the file begins with', () => {
    const sandbox = coreSandbox({})
    const account = sandbox.account('default')
    sandbox.perform(account, 'create_alias', { note: SECRET }, MACHINE_MS)
    becomes(sandbox, stateOf(sandbox, MACHINE_MS), { machineMs: MACHINE_MS })
    callCore(sandbox, { method: 'GET' })
    const text = saved(sandbox)
    expect(text).not.toContain(SECRET.slice(4, 12))
    expect(firstDifference(text)).toBeUndefined()
  })

  it('an id of an alias stays even if it looks like a key', () => {
    const id = 'a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6'
    const sandbox = coreSandbox({ aliases: [{ id }] })
    sandbox.perform(sandbox.account('default'), 'suspend_alias', { id }, MACHINE_MS)
    callCore(sandbox, { method: 'GET' })
    const text = saved(sandbox)
    expect(text).toContain(`"arguments":{"id":"${id}"}`)
    expect(firstDifference(text)).toBeUndefined()
  })

  it('own keys, ids, times and names stay as they are', () => {
    const sandbox = coreSandbox({ account: { key: 'rotated' } })
    const { current } = sandbox.account('default').state.key
    callCore(sandbox, {
      key: current,
      body: `{"api_key":"${current}","token":"2026-03-01T12:00:00.000Z"}`,
    })
    const text = saved(sandbox)
    expect(text).toContain(`"bearer":"${current}"`)
    expect(text).toContain('"real_at":"2026-03-01T12:00:00.000Z"')
    expect(firstDifference(text)).toBeUndefined()
  })

  it.each([
    '{"label":"a key","last_key":"x"}',
    '{"key":"revoked"}',
    '{"api_key":"sandbox_mine"}',
    'a=b&limit=2',
    '{"note":"Basic information for the bearer certificate; Bearer sandbox_default1"}',
    '[',
  ])('%s contains none', (text) => expect(maskText(text)).toBe(text))

  it.each([
    ['{"session":"suspended"}', '{"session":"susp*****"}'],
    ['{"pwd":"hunter"}', '{"pwd":"******"}'],
    ['{"to\\u006ben" :\n"a\\u00e4\\n\\"\\\\\\u20acxyz!"}', '{"to\\u006ben" :\n"aä\\n\\"******"}'],
    ['{"secret":"abc😀\\ud83d\\ude00 and more"}', '{"secret":"abc😀***********"}'],
    ['{"note":"a \\"quoted\\" token=hunter2"}', '{"note":"a \\"quoted\\" token=*******"}'],
    ['{"api_key":12345678,"n":9876}', '{"api_key":"*****","n":9876}'],
    ['{"api_key":012}', '{"api_key":*****}'],
    ['{"pwd":"hunter\\d"}', '{"pwd":"********\\*"}'],
  ])('%s is masked as %s', (text, masked) => {
    expect(maskText(text)).toBe(masked)
  }) // prettier-ignore
})
