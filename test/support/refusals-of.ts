import { formatIssue, type Checked } from '../../src/contract/values/validation-issue.ts'

/** Returns one message for each issue; empty if the value is valid. */
export function refusalsOf(checked: Checked<unknown>): string[] {
  return checked.ok ? [] : checked.issues.map((issue) => formatIssue(issue))
}
