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
export type { ActionName } from './contract/actions.ts'
export type { Fault, FaultKind } from './contract/faults.ts'
export type { ActionInput, ScenarioInput } from './contract/control/action-input.ts'
export type { Alias } from './contract/shapes.ts'
export type { Duration } from './contract/values/duration.ts'
export type { Destination } from './contract/values/times.ts'
export type { AccountView, EntryView, Mail } from './contract/control/control-shapes.ts'
export type { HistoryFile } from './client/saved-history.ts'
export type { HistoryItem, ReplayView } from './contract/history/shapes.ts'
export type { Report } from './core/report/report.ts'
