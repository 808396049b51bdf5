/** The OpenAPI documents: one for everything, one for `/v1` alone. */
export const openapiNames = ['all', 'v1'] as const
export type OpenapiName = (typeof openapiNames)[number]

/** The formats of a result, each with its media type. */
export const resultTypes = {
  text: 'text/plain',
  json: 'application/json',
  markdown: 'text/markdown',
  junit: 'application/xml',
} as const
export type ResultFormat = keyof typeof resultTypes
export const resultFormatNames = Object.keys(resultTypes) as [ResultFormat, ...ResultFormat[]]
