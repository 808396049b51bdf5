import type { ResultFormat } from '../../contract/control/answer-forms.ts'
import { refuseBoth, usageError } from './failure.ts'

/** The format of a result, which the table of options has checked; --json is short for --format json. */
export function formatOf({ json, format }: { json: boolean; format: string }): ResultFormat {
  return json ? 'json' : (format as ResultFormat)
}

/** A list has no cases for JUnit. */
export type ListFormat = Exclude<ResultFormat, 'junit'>

/** Reads how `--list` prints. It makes no result, so that there is nothing to report. @throws Failure */
export function readListFormat(format: ResultFormat, report: string | undefined): ListFormat {
  refuseBoth(report !== undefined, '--report', '--list')
  if (format !== 'junit') return format
  throw usageError('--format junit cannot be used with --list')
}
