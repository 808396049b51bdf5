import type { ActionName } from '../../../contract/actions.ts'

type Act = {
  do: ActionName
  arguments: Readonly<Record<string, unknown>>
  /** Where answers say how long to wait: the waits that so many calls in a row are told, of which each ends the trouble. */
  waits?: number
}

/** Something that can go wrong before a call; its forms stand in order, the mildest first. */
export type Trouble = {
  name: string
  /** The trouble, in a few words. */
  summary: string
  forms: readonly Act[]
  /** Places of the forms that are tried before all others; the first if undefined. */
  usual?: readonly number[]
  /** When it is tried: 1 for what shows the worst problems, 3 if undefined, 4 for what holds its place for longest. */
  rank?: 1 | 2 | 4
  /**
   * The operation of the client, requests of it in flight together, or the state of the account, without which it does
   * not matter; nothing if undefined.
   */
  needs?: readonly ('creation' | 'list' | 'company' | 'invoice')[]
  /** Must the client wait without an end of its own? Then a run may take all its time. */
  isEndless?: true
}

const fault = (args: Act['arguments']): Act => ({ do: 'arm_fault', arguments: args })
const act = (name: ActionName, args: Act['arguments'] = {}): Act => ({ do: name, arguments: args })

/** The most that any plan allows: reached whatever the plan. */
const DAILY = 200
const BURST = 60

/** All kinds of trouble, the mildest first: shrinking goes to the first that still shows the problem. */
const rows: Readonly<Record<string, Omit<Trouble, 'name'>>> = {
  order: {
    summary: 'an answer comes after that of another request that was in flight together with it',
    usual: [], // it has a place of its own in the order
    needs: ['company'],
    forms: [fault({ kind: 'hold' })],
  },
  collision: {
    rank: 2,
    summary: '409: no free address was found three times',
    needs: ['creation'],
    forms: [fault({ kind: 'collision' }), fault({ kind: 'collision', times: 2 })],
  },
  outage: {
    rank: 2,
    summary: '503 for 2 to 5 seconds, as it says, or twice in a row',
    usual: [0, 1],
    forms: [1, 2].map((waits) => ({ ...fault({ kind: 'outage' }), waits })),
  },
  burst: {
    rank: 2,
    summary: 'the burst limit is reached, for 2 to 5 seconds',
    forms: [{ ...act('set_usage', { burst: BURST }), waits: 1 }],
  },
  lost: {
    rank: 1,
    summary: 'the connection is closed or reset, before or after the alias was created',
    usual: [0, 2],
    forms: [
      fault({ kind: 'drop_after' }),
      fault({ kind: 'drop_before' }),
      fault({ kind: 'connection_reset', after: true }),
      fault({ kind: 'connection_reset' }),
    ],
  },
  cut: {
    rank: 1,
    summary: 'the connection ends in the middle of the answer',
    forms: [fault({ kind: 'truncate' })],
  },
  server_error: {
    rank: 1,
    summary: '500, 502 or 504, before or after the request was carried out',
    usual: [0, 3],
    forms: [
      ...[500, 502, 504].map((status) => fault({ kind: 'server_error', status })),
      ...[500, 502, 504].map((status) => fault({ kind: 'server_error', status, after: true })),
    ],
  },
  html: {
    summary: 'a page of HTML from a proxy in place of an answer',
    usual: [0, 2],
    forms: [502, 504, 200].map((status) => fault({ kind: 'garbage', status })),
  },
  slow: {
    summary: 'an answer that takes 2.5, 5.5, 10.5 or 31 seconds',
    usual: [3],
    forms: [2_500, 5_500, 10_500, 31_000].map((ms) => fault({ kind: 'delay', ms })),
  },
  daily_cap: {
    rank: 2,
    summary: 'the daily creation cap is reached',
    needs: ['creation'],
    forms: [act('set_usage', { daily: DAILY })],
  },
  payment: {
    rank: 2,
    summary: 'a payment fails',
    forms: [act('fail_payment', { when: 'now' })],
  },
  canceled: {
    summary: 'the subscription is canceled',
    forms: [act('cancel_subscription')],
  },
  key: {
    rank: 2,
    summary: 'the key is rotated or revoked',
    forms: [act('rotate_key'), act('revoke_key')],
  },
  owner: {
    summary: 'the owner creates, suspends or deletes an alias',
    needs: ['list'],
    usual: [0, 3],
    forms: [
      act('create_alias', { label: 'made by the owner' }),
      act('suspend_alias', { id: '{last}' }),
      act('suspend_alias', { id: '{first}' }),
      act('delete_alias', { id: '{last}' }),
      act('delete_alias', { id: '{first}' }),
    ],
  },
  time: {
    summary: 'a minute, a day or a trial passes',
    usual: [1, 2],
    forms: [
      act('advance_clock', { by: '1m' }),
      act('advance_clock', { to: 'utc_midnight' }),
      act('advance_clock', { by: '8d' }),
    ],
  },
  settled: {
    summary: 'the invoice is settled',
    needs: ['invoice'],
    forms: [act('settle_invoice')],
  },
  lasting: {
    rank: 4,
    summary: '409, 500, HTML, cut or lost answers without an end',
    usual: [0, 1, 2, 3, 4],
    forms: [
      fault({ kind: 'collision', times: 'always' }),
      fault({ kind: 'server_error', times: 'always' }),
      fault({ kind: 'drop_before', times: 'always' }),
      fault({ kind: 'garbage', status: 502, times: 'always' }),
      fault({ kind: 'truncate', times: 'always' }),
    ],
    isEndless: true,
  },
  hang: {
    rank: 4,
    summary: 'no answer at all',
    forms: [fault({ kind: 'hang' }), fault({ kind: 'hang', after: true })],
    isEndless: true,
  },
}

export const troubles: readonly Trouble[] = Object.entries(rows).map(([name, row]) => ({
  name,
  ...row,
}))

/** The number of forms of the trouble that has most. */
export const MAX_FORMS = Math.max(...troubles.map(({ forms }) => forms.length))
