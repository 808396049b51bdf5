import { checkHistoryFile } from '../../../contract/history/check-file.ts'
import type { HistoryFile } from '../../../contract/history/file.ts'
import { formatIssues } from '../../../contract/values/validation-issue.ts'
import { runtimeError } from '../../output/failure.ts'

/** Checks the answer of a server, which may be another version or another program. @throws Failure */
export function requireHistory(answer: unknown, url: string): HistoryFile {
  const checked = checkHistoryFile(answer)
  if (checked.ok) return checked.value
  const [problem] = formatIssues(checked.issues).split('\n')
  throw runtimeError(`${url} did not answer with a history file: ${problem}`)
}
