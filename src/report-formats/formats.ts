import type { Report } from '../core/report/report.ts'
import { toJUnit } from './junit.ts'
import { toMarkdown } from './markdown.ts'
import { toText } from './text.ts'

/** The formats of a report. */
export const reportFormats = {
  json: { write: (report: Report) => JSON.stringify(report, null, 2) },
  text: { write: toText },
  markdown: { write: toMarkdown },
  junit: { write: toJUnit },
} as const

export type ReportFormat = keyof typeof reportFormats

export const reportFormatNames = Object.keys(reportFormats) as ReportFormat[]
