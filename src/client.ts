/** `alias-sandbox/client`: connects to a running sandbox. It has no dependencies and needs only `fetch`. */
export { connectSandbox, type ConnectOptions } from './client/connect.ts'
export { SandboxError, type SandboxErrorCode } from './client/error.ts'
export type { Account } from './client/account.ts'
export type { ArmedFault } from './client/armed-fault.ts'
export type {
  AliasFilter,
  HistoryFilter,
  MailFilter,
  MailWait,
  RequestFilter,
  RequestWait,
} from './client/filters.ts'
export type { Clock } from './client/clock.ts'
export type { Performed } from './client/performed.ts'
export type { AccountOptions, Sandbox, SandboxSnapshot } from './client/sandbox.ts'
export type { Duration } from './contract/values/duration.ts'
export type { Destination } from './contract/values/times.ts'
export type { HistoryFile } from './client/saved-history.ts'
export type { ActionInput, ScenarioInput } from './client/inputs.ts'
export type {
  AccountView,
  ActionName,
  Alias,
  EntryView,
  Fault,
  FaultKind,
  HistoryItem,
  Mail,
  ReplayView,
  Report,
} from './client/types.ts'
