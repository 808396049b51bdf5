import type { ResultFormat } from './format-names.ts'
import { toJUnit } from './junit.ts'
import { toMarkdown } from './markdown.ts'
import type { Result } from './result.ts'
import { toText } from './text.ts'

/** The formats of a result, each with its content type. */
export const resultFormats = {
  text: { type: 'text/plain', write: (result: Result) => toText(result) },
  json: { type: 'application/json', write: toJson },
  markdown: { type: 'text/markdown', write: toMarkdown },
  junit: { type: 'application/xml', write: toJUnit },
} as const satisfies Record<ResultFormat, { type: string; write: (result: Result) => string }>

function toJson({ data }: Result): string {
  return `${JSON.stringify(data, null, 2)}\n`
}
