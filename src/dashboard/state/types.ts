import type { Account as ClientAccount } from '../../client/account.ts'
import type { ControlClient } from '../../client/client.ts'

type Answer<Method extends keyof ControlClient> = ControlClient[Method] extends (
  ...args: never[]
) => Promise<infer Result>
  ? Result
  : never

export type Account = Answer<'account'>
export type Entry = Answer<'request'>
export type Alias = Answer<'aliases'>[number]
export type FoundAliases = Answer<'findAliases'>
export type AliasFilter = NonNullable<Parameters<ControlClient['findAliases']>[1]>
export type Report = Answer<'report'>
export type Alternatives = Answer<'alternatives'>
export type Replay = Answer<'replay'>
export type Performed = Answer<'perform'>
export type HistoryItem = Answer<'history'>['history'][number]
export type HistoryCall = Extract<HistoryItem, { type: 'call' }>
export type Fault = Account['faults'][number]
/** What arms a fault. */
export type FaultInput = Parameters<ClientAccount['fail']>[0]
