import { describe, expectTypeOf, it } from 'vitest'
import type { ControlClient } from '../../src/client/client.ts'
import type { QueryOf } from '../../src/contract/control/routes.ts'
import {
  defineScenario,
  type Account,
  type AliasFilter,
  type Duration,
  type Fault,
  type HistoryFilter,
  type MailFilter,
  type MailWait,
  type RequestFilter,
  type RequestWait,
  type Sandbox,
} from '../../src/index.ts'

// Checked by the compiler (npm run types); the code never runs.
declare const account: Account
declare const sandbox: Sandbox
declare const client: ControlClient

const message = {
  actions: () => [
    account.do('settle_invoice'),
    account.do('advance_clock', { by: '1d12h' }),
    account.do('advance_clock', { to: 'utc_midnight' }),
    account.do('arm_fault', { kind: 'delay', ms: 50 }),
    account.do('set_choices', { page_size: 10, burn: 'burned', replies_value: false }),
    // @ts-expect-error: not a value of this choice
    account.do('set_choices', { burn: 'burnt' }),
    account.do('load_scenario', { scenario: { usage: { burst_resets_in: '40s' } } }),
    account.do('populate_aliases', { count: 5, locale: 'ja', seed: -7, skip: 5 }),
    // @ts-expect-error: no such locale
    account.do('populate_aliases', { count: 5, locale: 'jp' }),
    // @ts-expect-error: how many?
    account.do('populate_aliases', { locale: 'ja' }),
    // @ts-expect-error: no such action
    account.do('settle'),
    // @ts-expect-error: an id is needed
    account.do('suspend_alias'),
    // @ts-expect-error: by or to
    account.do('advance_clock', {}),
    // @ts-expect-error: not a plan that can be bought
    account.do('subscribe', { plan: 'free' }),
    // @ts-expect-error: takes nothing
    account.do('rotate_key', { id: 'x' }),
  ],
  faults: () => [
    account.fail('outage', { operation: 'list', for: '20s' }),
    account.fail('server_error', { status: 504, after: true }),
    account.fail('answer', { status: 418, headers: { 'Retry-After': 5 }, json: { a: [1] } }),
    account.fail('delay', { ms: [50, 3_000] }),
    account.fail('delay', { ms: { p50: 50, p99: 900 }, times: 'always' }),
    account.fail('burst', { times: 3, retry_after: 20 }),
    // @ts-expect-error an answer has a status
    account.fail('answer', { json: {} }),
    // @ts-expect-error only refusals that say how long to wait
    account.fail('collision', { retry_after: 5 }),
    // @ts-expect-error: no such kind
    account.fail('outge'),
    // @ts-expect-error: only a creation can collide
    account.fail('collision', { operation: 'list' }),
    // @ts-expect-error: how long?
    account.fail('delay'),
    // @ts-expect-error: only delay takes ms
    account.fail('outage', { ms: 5 }),
    // @ts-expect-error: always and for contradict each other
    account.fail('outage', { times: 'always', for: '20s' }),
    // @ts-expect-error: a service breaks with 500, 502 or 504
    account.fail('server_error', { status: 503 }),
  ],
  accounts: () => [
    sandbox.account('pro', { usage: { daily: 199 }, apiKey: 'sandbox_mine' }),
    sandbox.account({ scenario: 'pro', name: 'mine' }),
    sandbox.account({ aliases: [{ label: 'shop' }] }),
    // @ts-expect-error: no such plan
    sandbox.account({ account: { plan: 'plsu' } }),
    // @ts-expect-error: a scenario has a name, or is written out
    sandbox.account({ scenario: { aliases: [] } }),
  ],
  clock: () => [
    account.clock.advance('90s'),
    account.clock.advance('1d12h30m'),
    // @ts-expect-error: milliseconds or seconds?
    account.clock.advance(90),
    // @ts-expect-error: milliseconds or seconds?
    account.waitForRequest({ timeout: 100 }),
    // @ts-expect-error: milliseconds or seconds?
    account.fail('outage', { for: 20 }),
    // @ts-expect-error: milliseconds or seconds?
    defineScenario({ usage: { burst_resets_in: 20 } }),
    // @ts-expect-error: no unit
    account.clock.advance('90'),
    // @ts-expect-error: hours are h
    account.clock.advance('25 hours'),
  ],
  routes: () => [
    client.ask('GET faults/:id', { account: 'default', id: 'flt_1' }),
    client.ask('GET report', { account: 'default', query: { accounts: 'all', strict: true } }),
    client.ask('POST accounts', { body: { name: 'a', account: { plan: 'pro' } } }),
    client.ask('POST reset'),
    // @ts-expect-error: no such route
    client.ask('GET fault'),
    // @ts-expect-error: of which account?
    client.ask('GET aliases'),
    // @ts-expect-error: which fault?
    client.ask('GET faults/:id', { account: 'default' }),
    // @ts-expect-error: no such parameter
    client.ask('GET aliases', { account: 'default', query: { label: 'shop' } }),
    // @ts-expect-error: not a status of an alias
    client.ask('GET aliases', { account: 'default', query: { status: 'gone' } }),
    // @ts-expect-error: with what?
    client.ask('POST actions/:action', { account: 'default', action: 'reset' }),
    // @ts-expect-error: no such plan
    client.ask('POST accounts', { body: { account: { plan: 'plsu' } } }),
    // @ts-expect-error: takes no body
    client.ask('GET live', { body: {} }),
    // @ts-expect-error: its answer is no file
    client.askBytes('GET live'),
  ],
  scenarios: () => [
    defineScenario({ timeline: [{ at: '+90s', do: 'suspend_alias', id: 'shop' }] }),
    defineScenario({ populate: 5 }),
    defineScenario({ populate: { count: 5, locale: 'ja', seed: 7 } }),
    // @ts-expect-error: no such locale
    defineScenario({ populate: { count: 5, locale: 'jp' } }),
    // @ts-expect-error: how many?
    defineScenario({ populate: { locale: 'ja' } }),
    // @ts-expect-error: no such plan
    defineScenario({ account: { plan: 'plsu' } }),
    // @ts-expect-error: a timeline cannot move the clock that runs it
    defineScenario({ timeline: [{ at: '+90s', do: 'advance_clock', by: '1s' }] }),
    // @ts-expect-error: a time after the start
    defineScenario({ timeline: [{ at: '90s', do: 'reset_key' }] }),
    // @ts-expect-error: no such choice
    defineScenario({ choices: { pagesize: 10 } }),
  ],
}

describe('the types', () => {
  it('give each action its own result', () => {
    const rotated = () => account.do('rotate_key')
    expectTypeOf(rotated)
      .returns.resolves.toHaveProperty('result')
      .toEqualTypeOf<{ api_key: string }>()
    const created = () => account.do('create_alias', { label: 'shop' })
    expectTypeOf(created).returns.resolves.toExtend<{ result: { alias: { id: string } } }>()
    const paid = () => account.do('settle_invoice')
    expectTypeOf(paid).returns.resolves.toExtend<{ result: { renews_at: string | null } }>()
  })

  it('give each route its own answer', () => {
    const found = () => client.ask('GET aliases', { account: 'default' })
    expectTypeOf(found).returns.resolves.toExtend<{ aliases: { id: string }[]; total: number }>()
    const deleted = () => client.ask('DELETE inbox', { account: 'default' })
    expectTypeOf(deleted).returns.resolves.toEqualTypeOf<undefined>()
  })

  it('let a filter select by what its route selects by', () => {
    expectTypeOf<keyof AliasFilter>().toEqualTypeOf<keyof QueryOf<'GET aliases'>>()
    expectTypeOf<keyof RequestFilter>().toEqualTypeOf<keyof QueryOf<'GET requests'>>()
    expectTypeOf<keyof RequestWait>().toEqualTypeOf<keyof QueryOf<'GET requests/wait'>>()
    expectTypeOf<keyof MailFilter>().toEqualTypeOf<keyof QueryOf<'GET inbox'>>()
    expectTypeOf<keyof MailWait>().toEqualTypeOf<keyof QueryOf<'GET inbox/wait'>>()
    expectTypeOf<keyof HistoryFilter>().toEqualTypeOf<keyof QueryOf<'GET history'>>()
  })

  it('reject durations, faults, actions and scenarios that would be refused', () => {
    expectTypeOf<'25h'>().toExtend<Duration>()
    expectTypeOf<{ kind: 'garbage'; status: 502 }>().toExtend<Fault>()
    expectTypeOf(message.actions).toBeFunction()
  })
})
