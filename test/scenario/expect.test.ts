import { expect, it } from 'vitest'
import { checkScenario, type Scenario } from '../../src/contract/scenario/scenario.ts'
import { coreTarget } from '../../src/scenario/core-target.ts'
import { runExpect } from '../../src/scenario/expect.ts'
import { coreSandbox } from '../support/core/core-sandbox.ts'

/** Runs the steps on a new account and returns the failed expectations. */
async function unmet(steps: unknown[], scenario: Scenario = {}): Promise<string[]> {
  const checked = checkScenario({ expect: steps })
  if (!checked.ok) throw new Error(checked.issues.map(({ message }) => message).join('; '))
  const sandbox = coreSandbox(scenario)
  const target = coreTarget(sandbox, sandbox.account('default'))
  const failed = await runExpect(target, checked.value.expect ?? [])
  return failed.map(({ message }) => message)
}

const create = 'POST /v1/aliases'
const list = 'GET /v1/aliases'

it('reports each failed step, and continues after it', async () => {
  const lines = await unmet([
    { call: create, body: { label: 1 }, status: 200 },
    { call: create, status: 403, code: 'plan_past_due' },
    { call: create, status: 200 },
    { do: 'settle_invoice' },
    { do: 'fail_payment', status: 409 },
    { call: create, status: 403, code: 'plan_required', retry_after: 30 },
  ])
  expect(lines).toEqual([
    'expect[0] POST /v1/aliases: answered 400, expected 200 (label is 1, not a string. Field: label.)',
    expect.stringMatching(
      /^expect\[1\] .* answered 200, expected 403 plan_past_due \(The alias was created .*\)/,
    ),
    'expect[3] do settle_invoice: answered 409 there is no open invoice: billing is active, expected 200',
    'expect[4] do fail_payment: answered 200, expected 409',
    expect.stringMatching(
      /^expect\[5\] .* answered 403 plan_past_due, expected 403 plan_required \(.+\); Retry-After is null, expected 30$/,
    ),
  ])
})

it.each([
  [{ aliases: 2 }, 'number of aliases is 3, expected 2'],
  [{ has_more: true }, 'has_more is false, expected true'],
  [{ alias: { label: 'x' } }, 'alias.label is "shop", expected "x"'],
  [{ alias: { replies_enabled: true } }, 'alias.replies_enabled is null, expected true'],
])('compares the page with %j', async (expected, problem) => {
  const aliases = [{ id: 'a', label: 'shop' }, { id: 'b' }, { id: 'c' }]
  expect(await unmet([{ call: list, status: 200, ...expected }], { aliases })).toEqual([
    `expect[0] GET /v1/aliases: ${problem}`,
  ])
})

it('compares Retry-After exactly, and detects its absence', async () => {
  const steps = [
    { call: list, status: 429, retry_after: 3 },
    { call: list, status: 429, retry_after: 'absent' },
    { call: list, status: 429, retry_after: 4 },
  ]
  expect(await unmet(steps, { usage: { burst: 60, burst_resets_in: '3s' } })).toEqual([
    'expect[1] GET /v1/aliases: Retry-After is 3, expected null',
    'expect[2] GET /v1/aliases: Retry-After is 3, expected 4',
  ])
})

it('says which of several calls it was', async () => {
  expect(await unmet([{ call: list, times: 61, status: 200 }])).toEqual([
    expect.stringMatching(/answered 429, expected 200 \(.*61.*\) \(request 61 of 61\)$/),
  ])
})

it('inserts the cursor of the last page and the id of the last alias', async () => {
  const steps = [
    { call: `${list}?limit=1`, status: 200, alias: { id: 'a' }, has_more: true },
    { do: 'suspend_alias', id: '{id}' },
    { call: `${list}?limit=1&last_key={next_cursor}`, status: 200, alias: { id: 'b' } },
    { call: create, body: { label: 'after {id}' }, status: 200, alias: { label: 'after b' } },
    { call: list, status: 200, alias: { id: 'a', status: 'suspended' } },
  ]
  const choices = { cursor: 'json' } as const // must be encoded in a path
  expect(await unmet(steps, { aliases: [{ id: 'a' }, { id: 'b' }], choices })).toEqual([])
})

it('says when there is nothing to insert', async () => {
  const steps = [
    { do: 'delete_alias', id: '{id}' },
    { call: list, status: 200 },
    { call: `${list}?last_key={next_cursor}`, status: 200 },
  ]
  expect(await unmet(steps)).toEqual([
    'expect[0] do delete_alias: no answer before it had an alias to put in place of {id}',
    'expect[2] GET /v1/aliases?last_key={next_cursor}: no answer before it had a next_cursor to put in place of {next_cursor}',
  ])
})

it('sends a text unchanged, and a different key when the step names one', async () => {
  const steps = [
    { call: create, body: '{"label":', status: 400 },
    { call: create, body: '{"label":"x"}', status: 200, alias: { label: 'x' } },
    { call: create, key: 'sandbox_nobody', status: 401 },
    { do: 'rotate_key' },
    { call: create, key: '{first_key}', status: 401 },
    { call: create, status: 200 },
  ]
  expect(await unmet(steps)).toEqual([])
})

it('uses any field of a named answer', async () => {
  const steps = [
    { call: `${list}?limit=2`, status: 200, as: 'first' },
    { call: `${list}?limit=2`, status: 200, as: 'again' },
    { do: 'delete_alias', id: '{first.aliases.1.id}' },
    { call: `${list}?last_key={first.next_cursor}`, status: 200, alias: { id: 'c' } },
    { do: 'create_alias', label: 'made', as: 'made' },
    { do: 'delete_alias', id: '{made.alias.id}' },
    { do: 'delete_alias', id: '{made.alias.nothing}' },
  ]
  expect(await unmet(steps, { aliases: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] })).toEqual([
    'expect[6] do delete_alias: the answer named made has no alias.nothing to put in place of {made.alias.nothing}',
  ])
})

it('sends texts in braces as they are when a step says so', async () => {
  const label = '{id}'
  const body = { label }
  expect(
    await unmet([
      { do: 'create_alias', label, verbatim: true },
      { call: create, body, verbatim: true, status: 200, alias: body },
      { call: create, body, status: 200, alias: body },
    ]),
  ).toEqual([expect.stringMatching(/^expect\[2\] .*alias.label is ".{10}", expected "{id}"$/)])
})

it('sends other headers, no key, or a body that cannot be read', async () => {
  const body = '{}'
  const lines = await unmet([
    { call: create, body, status: 400, headers: { 'content-type': 'text/plain' } },
    { call: create, body, status: 400, headers: { 'content-type': null } },
    { call: create, body, status: 400, headers: { 'content-encoding': 'gzip' } },
    { call: create, body, status: 400, unreadable: 'not_utf8' },
    { call: create, status: 413, unreadable: 'too_large' },
    { call: create, body, status: 401, key: '{none}' },
  ])
  expect(lines).toEqual([])
})

it('looks into the inbox of the owner', async () => {
  const to = '{id}@alias-sandbox.example'
  const lines = await unmet([
    { call: create, status: 200 },
    { mail: { count: 0 } },
    { do: 'deliver_mail', to, subject: 'Welcome', text: 'Your code is 1234.' },
    { mail: { to } },
    { mail: { to, subject: 'Welcome', text: 'CODE is 1', count: 1 } },
    { mail: { subject: '{id}', count: 0 }, verbatim: true },
    { do: 'deliver_mail', to: 'nobody@alias-sandbox.example' },
    { mail: { to: 'nobody@alias-sandbox.example' } },
    { mail: { subject: 'Welc', count: 2 } },
  ])
  const others =
    /\(mail_1 to \S+@alias-sandbox\.example came, with the subject "Welcome"; mail_2 to nobody@alias-sandbox\.example was refused \(550 5\.1\.1\): no_alias\)$/
  expect(lines).toEqual([
    expect.stringMatching(others),
    expect.stringMatching(/^expect\[8\] mail: number of mails is 0, expected 2 \(mail_1 to /),
  ])
  expect(lines[0]).toMatch(/^expect\[7\] mail: number of mails is 0, expected one or more \(/)
})

it('finds the mails that are due, as the first step too', async () => {
  const lines = await unmet([{ mail: { count: 1 } }], {
    aliases: [{ id: 'shop' }],
    timeline: [{ at: '+0s', do: 'deliver_mail', to: 'shop@alias-sandbox.example' }],
  })
  expect(lines).toEqual([])
})

it('draws the same ids under every seed', async () => {
  const draws = [1, 2, 3, 4]
  const ids = [1, 2].map((seed) => {
    const sandbox = coreSandbox({ draws, populate: 2 }, { seed })
    return sandbox
      .account('default')
      .aliases.all()
      .map(({ id }) => id)
  })
  expect(ids[0]).toEqual(ids[1])
})
