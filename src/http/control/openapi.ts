import { readPackageJson } from '../../package-files.ts'

/** The shipped documents, by what they are about: `/v1` alone, or all. */
export const openapiFiles = {
  all: 'schema/openapi.json',
  v1: 'schema/openapi-v1.json',
} as const

export const openapiNames = Object.keys(openapiFiles) as OpenapiName[]
export type OpenapiName = keyof typeof openapiFiles

/** One of the OpenAPI documents. */
export function readOpenapi(name: OpenapiName = 'all'): unknown {
  return readPackageJson(openapiFiles[name])
}
