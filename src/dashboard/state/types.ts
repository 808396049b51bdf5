import type { ControlClient } from '../../client/client.ts'

type Answer<Method extends keyof ControlClient> = ControlClient[Method] extends (
  ...args: never[]
) => Promise<infer Result>
  ? Result
  : never

export type Account = Answer<'account'>
/** An account after a rewind, with the entry that this made. */
export type Rewound = Answer<'rewind'>
export type Alias = Answer<'aliases'>[number]
export type AliasFilter = NonNullable<Parameters<ControlClient['findAliases']>[1]>
export type Report = Answer<'report'>
export type HistoryItem = Answer<'history'>['history'][number]
export type HistoryCall = Extract<HistoryItem, { type: 'call' }>
export type HistoryAction = Extract<HistoryItem, { type: 'action' | 'mail' }>
export type Mail = Answer<'mails'>[number]
export type Fault = Account['faults'][number]
