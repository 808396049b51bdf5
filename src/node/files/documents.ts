import type { OpenapiName } from '../../contract/control/answer-forms.ts'
import type { ActionView } from '../../contract/control/control-shapes.ts'
import { loadPackageFile } from './package-files.ts'

/** The OpenAPI documents in the package. */
export const openapiFiles: Readonly<Record<OpenapiName, string>> = {
  all: 'schema/openapi.json',
  v1: 'schema/openapi-v1.json',
}

export function readOpenapi(name: OpenapiName = 'all'): Record<string, unknown> {
  return loadPackageFile(openapiFiles[name]) as Record<string, unknown>
}

/** The actions, which the build lists with the schemas of their arguments. */
export function readActions(): ActionView[] {
  return loadPackageFile('generated/actions.json') as ActionView[]
}
