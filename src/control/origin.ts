import type { Origin } from '../contract/history/origins.ts'
import type { Question } from './question.ts'

/** Who sends a control request: our own clients say so in a header; anybody else is `control`. */
export function originOf({ headers }: Pick<Question, 'headers'>): Origin {
  const origin = headers['alias-sandbox-origin']
  return origin === 'cli' || origin === 'library' || origin === 'dashboard' ? origin : 'control'
}
