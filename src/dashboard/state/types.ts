import type { Account as ClientAccount } from '../../client/account.ts'
import type { ControlClient } from '../../client/client.ts'

export type Account = Awaited<ReturnType<ControlClient['account']>>
export type Entry = Awaited<ReturnType<ControlClient['request']>>
export type Alias = Awaited<ReturnType<ControlClient['aliases']>>[number]
export type Report = Awaited<ReturnType<ControlClient['report']>>
export type Fault = Account['faults'][number]
/** What arms a fault. */
export type FaultInput = Parameters<ClientAccount['fail']>[0]
