import { readPackageJson } from '../../package-files.ts'

/** The OpenAPI documents in the package: one for `/v1` alone, one for everything. */
export const openapiFiles = {
  all: 'schema/openapi.json',
  v1: 'schema/openapi-v1.json',
} as const

export const openapiNames = Object.keys(openapiFiles) as OpenapiName[]
export type OpenapiName = keyof typeof openapiFiles

/** Reads an OpenAPI document from the package. */
export function readOpenapi(name: OpenapiName = 'all'): unknown {
  return readPackageJson(openapiFiles[name])
}
