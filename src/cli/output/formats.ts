import type { ResultFormat } from '../../contract/control/answer-forms.ts'
import { refuseBoth } from './failure.ts'

type FormatOptions = { json: boolean; format: string }

/** The format of a result, which the table of options has checked; --json is short for --format json. */
export function formatOf({ json, format }: FormatOptions): ResultFormat {
  return json ? 'json' : (format as ResultFormat)
}

/** Reads whether `--list` prints JSON. It makes no result, so that there is nothing to report. @throws Failure */
export function readListFormat(options: FormatOptions & { report: string | undefined }) {
  const format = formatOf(options)
  refuseBoth(options.report !== undefined, '--report', '--list')
  refuseBoth(format !== 'text' && format !== 'json', `--format ${format}`, '--list')
  return { json: format === 'json' }
}
