import { checkSession } from '../../contract/session/check-session.ts'
import type { Session } from '../../contract/session/session.ts'
import { formatIssues } from '../../contract/values/validation-issue.ts'
import { runtimeError } from '../output/failure.ts'

/** Checks the answer of a server, which may be another version or another program. @throws Failure */
export function requireSession(answer: unknown, url: string): Session {
  const checked = checkSession(answer)
  if (checked.ok) return checked.value
  const [problem] = formatIssues(checked.issues).split('\n')
  throw runtimeError(`${url} did not answer with a session: ${problem}`)
}
