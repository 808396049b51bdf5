import type { CallDone } from '../../core/calls/manner.ts'
import type { CallResult } from '../../core/calls/call-result.ts'

/** A call that was served, and what would be sent. */
export type ServedCall = CallDone & { readonly result: CallResult }
