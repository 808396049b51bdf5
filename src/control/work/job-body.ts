import { tooLarge } from '../../contract/control/too-large.ts'
import { limits } from '../../contract/limits.ts'
import { toBytes, type Bytes } from '../../text/bytes.ts'

export type JobBody = { bytes: Bytes }

/** A value as JSON; `instead` is the advice to the caller if that is too large. @throws ActionError 413 */
export function inJson(value: unknown, instead?: string): JobBody {
  const bytes = toBytes(JSON.stringify(value))
  if (instead !== undefined && bytes.length > limits.stateBytes.value) throw tooLarge(instead)
  return { bytes }
}
