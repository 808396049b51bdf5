import { parseArgs } from 'node:util'
import { optionRow, type OptionName } from './options.ts'

export type Token =
  | { kind: 'word'; value: string; index: number }
  | {
      kind: 'option'
      /** The option's long name, when it is one of `names`; else as it was written. */
      name: string
      written: string
      value: string | undefined
      /** Did the value stand behind `=`? */
      isInline: boolean
      index: number
    }

/**
 * Cuts arguments into words and options. Only the named options are known to take values; what is
 * wrong is left for the caller to say, who can say it better than the standard library.
 */
export function cut(argv: readonly string[], names: readonly OptionName[]): Token[] {
  const { tokens } = parseArgs({
    args: [...argv],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(names.map((name) => [name, toConfig(name)])),
  })
  return tokens.flatMap((token): Token[] => {
    if (token.kind === 'positional') {
      return [{ kind: 'word', value: token.value, index: token.index }]
    }
    if (token.kind !== 'option') return []
    const { name, rawName: written, value, inlineValue, index } = token
    return [{ kind: 'option', name, written, value, isInline: inlineValue === true, index }]
  })
}

function toConfig(name: OptionName) {
  const { type, short } = optionRow(name)
  return {
    type: type === 'flag' ? ('boolean' as const) : ('string' as const),
    ...(short !== undefined && { short }),
  }
}
