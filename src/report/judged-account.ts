import type { History } from '../core/record/history.ts'
import type { Judged } from './report.ts'

/** The part of a live account that the report judges. */
export function toJudged({ name, history }: { name: string; history: History }): Judged {
  const { forgotten, atOnce } = history
  return { name, history: history.visible(), forgotten, atOnce }
}
