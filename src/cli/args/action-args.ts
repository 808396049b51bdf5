import { usageError } from '../output/failure.ts'

/**
 * The arguments of an action, whose types only the sandbox knows: texts by name, `true` for a flag without a
 * value.
 */
export type ActionArgs = Readonly<Record<string, string | true>>

/** Whether a word is a flag; `-` and negative numbers are not. */
export function isFlag(text: string): boolean {
  return /^-[^\d.]/.test(text)
}

/** An argument without dashes, such as `page_size=10`. */
const PLAIN_ARGUMENT = /^[a-z][a-z0-9_]*=/

/**
 * Separates positional words from the arguments of an action: `--count 3`, `--count=3`, `count=3` after the
 * action, or `--single-use` if it is last or another flag follows. @throws Failure for a repeated argument
 */
export function splitActionArgs(loose: readonly string[]): { words: string[]; args: ActionArgs } {
  const words: string[] = []
  const args: Record<string, string | true> = {}
  for (let at = 0; at < loose.length; at += 1) {
    const text = loose[at]!
    const form = words.length > 0 && PLAIN_ARGUMENT.test(text) ? `--${text}` : text
    const [, flag, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(form) ?? []
    if (flag === undefined) {
      words.push(text)
      continue
    }
    const name = flag.replaceAll('-', '_')
    if (Object.hasOwn(args, name)) throw usageError(`--${flag} is used more than once`)
    const next = loose[at + 1]
    const isNextValue = inline === undefined && next !== undefined && !isFlag(next)
    if (isNextValue) at += 1
    const value = inline ?? (isNextValue ? next : true)
    Object.defineProperty(args, name, { value, enumerable: true, configurable: true }) // works for __proto__, too
  }
  return { words, args }
}
