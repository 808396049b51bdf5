/** The OpenAPI documents: one for everything, one for `/v1` alone. */
export const openapiNames = ['all', 'v1'] as const
export type OpenapiName = (typeof openapiNames)[number]

/** The media type of each form of a report. */
export const reportTypes = {
  json: 'application/json',
  text: 'text/plain',
  markdown: 'text/markdown',
  junit: 'application/xml',
} as const

export const reportForms = Object.keys(reportTypes) as (keyof typeof reportTypes)[]
