import type { History } from '../core/record/history.ts'
import type { JudgedAccount } from './report.ts'

/** The part of a live account that the report judges. */
export function toJudged({ name, history }: { name: string; history: History }): JudgedAccount {
  const { requests, atOnce } = history
  return { name, history: requests.judged(), forgotten: requests.forgotten, atOnce }
}
