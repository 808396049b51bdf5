import { resultFormatNames, type ResultFormat } from '../../contract/control/answer-forms.ts'
import { usageError } from './failure.ts'
import { invalidWord } from './wrong-value.ts'

/** Reads --format, or the option `label`. @throws Failure that lists the allowed formats. */
export function readFormat<Name extends string>(
  text: string,
  names: readonly Name[],
  label = '--format',
): Name {
  const format = names.find((name) => name === text)
  if (format !== undefined) return format
  throw usageError(invalidWord(text, label, names))
}

/** The format of a result; --json is short for --format json. @throws Failure */
export function formatOf({ json, format }: { json: boolean; format: string }): ResultFormat {
  return json ? 'json' : readFormat(format, resultFormatNames)
}

/** A list has no cases for JUnit. */
const listFormats = ['text', 'json', 'markdown'] as const
export type ListFormat = (typeof listFormats)[number]

/** Reads how `--list` prints. It makes no result, so that there is nothing to report. @throws Failure */
export function readListFormat(format: string, report: string | undefined): ListFormat {
  if (report !== undefined) throw usageError('--report cannot be used with --list')
  return readFormat(format, listFormats)
}
