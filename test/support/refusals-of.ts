import { formatIssue, type Check } from '../../src/contract/values/validation-issue.ts'

/** Returns one message for each issue; empty if the value is valid. */
export function refusalsOf(checked: Check<unknown>): string[] {
  return checked.ok ? [] : checked.issues.map((issue) => formatIssue(issue))
}
