import type { Effect, RequestEntry } from '../../contract/history/entry.ts'

/** The response to a call and the reason for it, before both go into its entry. */
export type CallResult = Pick<
  RequestEntry,
  'outcome' | 'response' | 'delivery' | 'why' | 'source' | 'basis'
>

/** Shared by all calls that changed nothing. */
export const noEffect: Effect = { kind: 'none' }
