import { sandboxState, stateHeader, type SandboxState } from './state.ts'
import { findOtherVersion } from '../values/file-header.ts'
import { check, type Checked } from '../values/validation-issue.ts'

/** Checks a value as the state of a sandbox; never throws. Another version is named before anything else. */
export function checkState(value: unknown): Checked<SandboxState> {
  const other = findOtherVersion(value, stateHeader)
  if (other !== undefined) return { ok: false, issues: [{ path: [], message: other }] }
  return check(sandboxState, value)
}
