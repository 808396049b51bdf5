import { formatIssue, type Checked } from '../../src/contract/validation-issue.ts'

/** Everything that is wrong with what was checked, a sentence each; nothing when it is allowed. */
export function refusalsOf(checked: Checked<unknown>): string[] {
  return checked.ok ? [] : checked.issues.map((issue) => formatIssue(issue))
}
