import type { Report } from '../core/report/report.ts'
import { toJUnit } from './junit.ts'
import { toMarkdown } from './markdown.ts'
import { toText } from './text.ts'

/** The formats of a report, each with its content type. */
export const reportFormats = {
  json: { type: 'application/json', write: (report: Report) => JSON.stringify(report, null, 2) },
  text: { type: 'text/plain', write: toText },
  markdown: { type: 'text/markdown', write: toMarkdown },
  junit: { type: 'application/xml', write: toJUnit },
} as const

export type ReportFormat = keyof typeof reportFormats

export const reportFormatNames = Object.keys(reportFormats) as ReportFormat[]
