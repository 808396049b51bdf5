import type { RequestFilter } from '../../../client/filters.ts'
import { parseJson } from '../../../contract/values/value-limits.ts'
import type { Context } from '../../args/context.ts'
import { usageError } from '../../output/failure.ts'
import { invalidValue } from '../../output/wrong-value.ts'

/** The options that select requests. */
export const requestFilters = ['body', 'header', 'query'] as const
export type RequestFilterOption = (typeof requestFilters)[number]

/** Reads which requests to show. @throws Failure */
export function readRequestFilter({
  options,
}: Pick<Context<RequestFilterOption>, 'options'>): RequestFilter {
  const { body, header, query } = options
  return {
    ...(body.length > 0 && { body: readFields('body', body, readJson) }),
    ...(header.length > 0 && { header: readFields('header', header, (text) => text) }),
    ...(query.length > 0 && { query: readFields('query', query, (text) => text) }),
  }
}

function readFields<Value>(
  option: RequestFilterOption,
  texts: readonly string[],
  read: (text: string) => Value,
): Record<string, Value> {
  const fields = texts.map((text): [string, Value] => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
    if (name === undefined || value === undefined) {
      throw usageError(invalidValue(text, `--${option}`, 'name=value, such as label=shop'))
    }
    return [name, read(value)]
  })
  return Object.fromEntries(fields)
}

/** Numbers, true, null and what is quoted are JSON; everything else is a text. */
function readJson(text: string): unknown {
  const parsed = parseJson(text)
  return parsed.ok ? parsed.value : text
}
