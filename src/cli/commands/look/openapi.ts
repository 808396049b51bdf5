import { openapiNames } from '../../../contract/control/answer-forms.ts'
import { readOpenapi } from '../../../node/files/documents.ts'
import type { Context } from '../../args/context.ts'
import { exitCodes } from '../../output/failure.ts'

/** Prints an OpenAPI document, which is JSON anyway. */
export function runOpenapi({ io, words }: Context<'json'>): number {
  const name = openapiNames.find((known) => known === words[0])
  io.stdout.write(`${JSON.stringify(readOpenapi(name), null, 2)}\n`)
  return exitCodes.ok
}
