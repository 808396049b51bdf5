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
