import type { ResultFormat } from '../contract/control/answer-forms.ts'
import { toJUnit } from './junit.ts'
import { toMarkdown } from './markdown.ts'
import type { Result } from './result.ts'
import { toText } from './text.ts'

/** The writers of a result, by format. */
export const resultFormats = {
  text: (result) => toText(result),
  json: ({ data }) => `${JSON.stringify(data, null, 2)}\n`,
  markdown: toMarkdown,
  junit: toJUnit,
} as const satisfies Record<ResultFormat, (result: Result) => string>
