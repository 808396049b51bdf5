import { extname } from 'node:path'
import { savedFiles } from '../../../client/save-file.ts'
import { invalidChoice } from '../../../contract/values/invalid-choice.ts'
import { SHARED, writeProblem, writeWholeFile } from '../../../node/files/whole-file.ts'
import { printable } from '../../../text/escape.ts'
import type { Context } from '../../args/context.ts'
import { exitCodes, runtimeError, usageError } from '../../output/failure.ts'
import { tell } from '../../output/tell.ts'
import { withAccount } from '../../sandbox/remote.ts'
import type { ActionContext } from './perform.ts'

/** Saves what happened in the running sandbox to a file whose ending says what it is; `-` is standard output. */
export function runSave(context: ActionContext & Context<'note'>): Promise<number> {
  const { io, words, options, sourceOf } = context
  const [file = ''] = words
  const ending = file === '-' ? '.json' : extname(file)
  const make = savedFiles[ending]
  if (!make) {
    throw usageError(
      `save: the ending of the file ${invalidChoice(ending, Object.keys(savedFiles))}`,
    )
  }
  const { note } = options
  if (note !== undefined && ending !== '.html') {
    throw usageError('save: --note is for a page, whose name ends in .html')
  }
  const isOfAll = ending !== '.yaml' && sourceOf('account') === 'default'
  return withAccount(context, async (client, account) => {
    const { text, notes = [] } = await make(client, {
      ...(!isOfAll && { account }),
      ...(note !== undefined && { note }),
    })
    for (const line of notes) io.stderr.write(`${line}\n`)
    if (file === '-') io.stdout.write(text)
    else {
      writeFile(file, text)
      tell(context, { saved: file }, `saved ${printable(file)}`)
    }
    return exitCodes.ok
  })
}

/** @throws Failure */
function writeFile(file: string, text: string): void {
  try {
    writeWholeFile(file, text, SHARED)
  } catch (error) {
    throw runtimeError(`cannot write ${file} (${writeProblem(error)})`)
  }
}
