import type { ResultFormat } from '../contract/control/answer-forms.ts'
import { toJUnit } from './junit.ts'
import { toMarkdown } from './markdown.ts'
import type { Result } from './result.ts'
import { toText } from './text.ts'

/** The writers of a result, by format. */
export const resultFormats = {
  text: { write: (result: Result) => toText(result) },
  json: { write: toJson },
  markdown: { write: toMarkdown },
  junit: { write: toJUnit },
} as const satisfies Record<ResultFormat, { write: (result: Result) => string }>

function toJson({ data }: Result): string {
  return `${JSON.stringify(data, null, 2)}\n`
}
