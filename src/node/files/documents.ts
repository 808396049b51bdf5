import type { OpenapiName } from '../../contract/control/answer-forms.ts'
import type { ActionView } from '../../contract/control/control-shapes.ts'
import { readPackageJson } from './package-files.ts'

/** The OpenAPI documents in the package. */
export const openapiFiles: Readonly<Record<OpenapiName, string>> = {
  all: 'schema/openapi.json',
  v1: 'schema/openapi-v1.json',
}

/** Reads an OpenAPI document from the package. */
export function readOpenapi(name: OpenapiName = 'all'): Record<string, unknown> {
  return readPackageJson(openapiFiles[name]) as Record<string, unknown>
}

/** Reads the actions, which the build lists with the schemas of their arguments. */
export function readActions(): ActionView[] {
  return readPackageJson('generated/actions.json') as ActionView[]
}
