import type { ControlClient } from '../../client/client.ts'

type ControlAnswer<Method extends keyof ControlClient> = ControlClient[Method] extends (
  ...args: never[]
) => Promise<infer Result>
  ? Result
  : never

export type Account = ControlAnswer<'account'>
/** An account after a rewind, with the entry that this made. */
export type RewoundAccount = ControlAnswer<'rewind'>
export type Alias = ControlAnswer<'aliases'>[number]
export type AliasFilter = NonNullable<Parameters<ControlClient['findAliases']>[1]>
export type Report = ControlAnswer<'report'>
export type HistoryItem = ControlAnswer<'history'>['history'][number]
export type HistoryCall = Extract<HistoryItem, { type: 'call' }>
export type HistoryAction = Extract<HistoryItem, { type: 'action' | 'mail' }>
export type Mail = ControlAnswer<'mails'>[number]
export type Fault = Account['faults'][number]
