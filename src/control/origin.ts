import type { Origin } from '../contract/history/origins.ts'
import type { Question } from './question.ts'

/** Returns the sender of a control request: our own clients have a header; anybody else is `control`. */
export function originOf({ headers }: Pick<Question, 'headers'>): Origin {
  const origin = headers['alias-sandbox-origin']
  return origin === 'cli' || origin === 'library' || origin === 'dashboard' ? origin : 'control'
}
