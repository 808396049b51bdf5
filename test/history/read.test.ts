import { describe, expect, it } from 'vitest'
import { SessionError, readSession } from '../../src/history/session/read-session.ts'
import { replaySession } from '../../src/history/session/replay-session.ts'
import { sampleTexts } from '../../src/node/files/sample-texts.ts'
import type { Session } from '../../src/contract/session/session.ts'
import { fencesOf } from '../support/doc-pages.ts'
import { fileOf, listEntry } from '../support/history/small-file.ts'

function linesOf(value: unknown): readonly string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  try {
    readSession(text, 'bug.json')
    return []
  } catch (error) {
    if (error instanceof SessionError) return error.lines
    throw error
  }
}

/** A small file, changed. */
function changed(change: (file: Session, call: object) => void) {
  const file = fileOf([listEntry(1), listEntry(2)])
  change(file, file.accounts[0]!.history[0]!)
  return file
}
const call = (change: object) => changed((_file, item) => void Object.assign(item, change))
const { order, account, at, real_at } = listEntry(1)
const place = { order, account, at, real_at }
const reset = { ...place, type: 'action', id: 'act_1', action: 'reset', origin: 'cli', result: {} }
const action = (change: object) => fileOf([{ ...reset, ...change } as never])

describe('a history file', () => {
  it('is read', () => {
    expect(linesOf(fileOf([listEntry(1), listEntry(2)]))).toEqual([])
  })

  it('may begin with a byte order mark, as some editors write it', () => {
    expect(linesOf(`\uFEFF${JSON.stringify(fileOf([]))}`)).toEqual([])
  })

  it.each([
    ['an older version', changed((file) => Object.assign(file, { version: 0, accounts: 'other' })), 'bug.json has format version 0; this alias-sandbox reads version 1'],
    ['a newer version', changed((file) => Object.assign(file, { version: 2, accounts: 'other' })), 'bug.json has format version 2; this alias-sandbox reads version 1'],
    ['an impossible version', changed((file) => Object.assign(file, { version: '1' })), 'bug.json: version must be 1 (got "1")'],
    ['a scenario', { account: { plan: 'pro' } }, 'bug.json is a scenario, not a session of alias-sandbox'],
    ['a JSON of somebody else', { name: 'x' }, 'bug.json is not a session of alias-sandbox'],
    ['a list', [], 'bug.json is not a session of alias-sandbox'],
    ['null', 'null', 'bug.json is not a session of alias-sandbox'],
    ['a wrong type', call({ type: 'cal' }), 'bug.json: accounts[0].history[0].type must be one of start, call, action, mail, event, undo (got "cal"; did you mean "call"?)'],
    ['an unknown field', call({ respons: 1 }), 'bug.json: accounts[0].history[0]: unknown field "respons" (did you mean "response"?)'],
    ['a wrong id', call({ id: 'act_1' }), 'bug.json: accounts[0].history[0].id must be req_ and a number (got "act_1")'],
    ['an id that exists', call({ id: 'req_2' }), 'bug.json: accounts[0].history[1].id must be unique (req_2 exists)'],
    ['a wrong order', call({ order: 3 }), 'bug.json: accounts[0].history[1].order must be greater than that of the item before (3)'],
    ['another account', call({ account: 'pro' }), 'bug.json: accounts[0].history[0].account must be default (got "pro")'],
    ['a wrong time', call({ at: '2026-02-30' }), 'bug.json: accounts[0].history[0].at must be a time such as 2026-03-01T12:00:00.000Z (got "2026-02-30")'],
    ['a foreign key', call({ key: { bearer: 'zq_live_1' } }), 'bug.json: accounts[0].history[0].key.bearer must be a key of the sandbox: sandbox_ and A-Z'],
    ['no key', call({ key: {} }), 'bug.json: accounts[0].history[0].key must have the field bearer, or why and reason'],
    ['a refused key without a reason', call({ key: { why: 'no key' } }), 'bug.json: accounts[0].history[0].key must have the field bearer, or why and reason'],
    ['a key that is refused and not', call({ key: { bearer: 'sandbox_default', reason: 'rotated' } }), 'bug.json: accounts[0].history[0].key must have the field bearer, or why and reason'],
    ['an impossible status', call({ response: { status: 700, body: '' } }), 'bug.json: accounts[0].history[0].response.status must be an integer from 0 to 599 (got 700)'],
    ['an action without an end', action({ result: undefined }), 'bug.json: accounts[0].history[0] must have one of the fields result and refused'],
    ['a mail among the actions', action({ action: 'deliver_mail' }), 'bug.json: accounts[0].history[0].action must be another one: deliver_mail makes an entry of type mail'],
    ['another action among the mails', action({ type: 'mail', id: 'mail_1' }), 'bug.json: accounts[0].history[0].action must be deliver_mail, which makes the entries of type mail'],
    ['two accounts of one name', changed((file) => file.accounts.push(file.accounts[0]!)), 'bug.json: accounts must not contain two accounts of one name'],
    ['an undo that leads nowhere', changed((file) => file.accounts[0]!.history.push({ ...place, order: 3, type: 'undo', id: 'undo_1', origin: 'cli', to: 'req_9' })), 'bug.json: accounts[0].history[2].to must be an earlier entry (got "req_9")'],
    ['an impossible seed', changed((file) => { file.accounts[0]!.start.seed = 1e99 }), 'bug.json: accounts[0].start.seed must be an integer from -2147483648 to 2147483647'],
    ['a start without a key', changed((file) => { delete file.accounts[0]!.start.key }), 'bug.json: accounts[0].start.key is required without state'],
    ['a wrong scenario', changed((file) => { file.scenarios = { mine: { populate: -1 } } }), 'bug.json: scenarios.mine.populate must be'],
  ])('with %s is refused', (_what, value, line) => {
    const text = JSON.stringify(value)
    expect(linesOf(typeof value === 'string' ? value : text)[0]).toContain(line)
  }) // prettier-ignore

  it.each([
    ['empty', '', 'bug.json is empty, not a session of alias-sandbox'],
    ['a page', '<!doctype html>\n<title>Scenario</title>', 'bug.json is a page of HTML, not a session of alias-sandbox'],
    ['a text', 'title: Mine', 'bug.json is not a session of alias-sandbox: it is not JSON'],
    ['truncated', JSON.stringify(fileOf([listEntry(1)])).slice(0, -20), 'bug.json is cut off or damaged: it is not valid JSON'],
    ['nested', '['.repeat(500) + ']'.repeat(500), 'bug.json is nested deeper than 120 levels'],
    ['of empty objects', `[${'{},'.repeat(1_100_000)}{}]`, 'bug.json contains more than 1,000,000 objects and lists'],
  ])('that is %s is refused in one line', (_what, text, line) => {
    const [first, ...others] = linesOf(text)
    expect(first).toContain(line)
    expect(others).toEqual([])
  }) // prettier-ignore

  it('with many mistakes names a limited number', () => {
    const file = fileOf(Array.from({ length: 10_000 }, (_, at) => ({ ...listEntry(at), id: 'x' })))
    expect(linesOf(file).length).toBeLessThanOrEqual(50)
  })

  it('cannot reach a prototype', () => {
    const text = JSON.stringify(fileOf([])).replace(
      '"definition":{}',
      '"definition":{"__proto__":{}}',
    )
    expect(linesOf(text)).toEqual([
      'bug.json: accounts[0].start.definition: field "__proto__" is not allowed',
    ])
  })

  it('as docs/history.md shows it can be read, and replayed', () => {
    const [example] = fencesOf('docs/history.md').filter(({ language }) => language === 'json')
    const file = readSession(example!.text, 'example.json')
    expect(replaySession(file, sampleTexts)).toMatchObject({ answers: 1, first: undefined })
  })
})
