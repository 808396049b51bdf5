import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { readRegularFile } from '../../../regular-file.ts'
import { inputBounds } from '../../../contract/values/bounds.ts'
import { ActionError } from '../../../contract/control/action-error.ts'
import type { HistoryFile } from '../../../contract/history/file.ts'
import { toClientScenario } from '../../../history/export/client-scenario.ts'
import { writeScenario } from '../../../history/export/scenario-file.ts'
import { printable } from '../../../text/escape.ts'
import { splitWords } from '../../../text/shell.ts'
import { version } from '../../../version.ts'
import type { TestFormat } from '../../args/tables/save-formats.ts'
import { aboutTest, folderFrom, writeClientTest } from '../client-test.ts'
import type { Context } from '../../args/context.ts'
import { runtimeError, usageError } from '../../output/failure.ts'
import { PROGRAM } from '../../output/wrong-value.ts'

/** A file to be written. */
export type FileText = { file: string; text: string }

/**
 * The test that runs the user's client in the story of an account, and the story as a scenario that stands beside it;
 * for standard output it stands in the test. Says on standard error what it leaves out. @throws Failure
 */
export function toTest(
  history: HistoryFile,
  format: TestFormat,
  { io, options, words }: Pick<Context<'client'>, 'io' | 'options' | 'words'>,
): { text: string; story?: FileText; calls: number } {
  const file = words[1]!
  const client = readClient(options.client)
  const [account] = history.accounts
  const { scenario, notes, calls } = asFailure(() => toClientScenario(history, account!))
  const title = `History of account ${account!.name}`
  const about = [
    `Written by alias-sandbox ${version} from the history of account ${account!.name}.`,
  ]
  const isPrinted = file === '-'
  const beside = `${file.replace(/(?:[._]test|[._]spec)?\.[a-z]+$/i, '')}.yaml`
  const story = { file: beside, text: writeScenario([...about, ...notes], { title, ...scenario }) }
  if (!isPrinted) refuseOther(story)
  for (const note of notes) io.stderr.write(`${note}\n`)
  const text = writeClientTest(format, {
    title: `the client is careful in the story of account ${account!.name}`,
    about: aboutTest(isPrinted ? undefined : beside),
    explore: [PROGRAM, 'explore', '--story', isPrinted ? JSON.stringify(scenario) : beside],
    client,
    folder: isPrinted ? '.' : folderFrom(dirname(file)),
  })
  return { text, calls, ...(!isPrinted && { story }) }
}

/** @throws Failure */
function readClient(command: string | undefined): string[] | undefined {
  if (command === undefined) return undefined
  const words = splitWords(command)
  if (words === undefined) throw usageError(`--client: a quote is not closed in ${command}`)
  if (words.length === 0) throw usageError('--client: is empty; write the command of your client')
  return words
}

/** The user named the test, not this file: another one of its name stays. @throws Failure */
function refuseOther({ file, text }: FileText): void {
  if (!existsSync(file) || isSame(file, text)) return
  throw runtimeError(
    `${printable(file)} exists already, and the scenario of the test would replace it: move it, or choose another name for the test`,
  )
}

function isSame(file: string, text: string): boolean {
  try {
    return readRegularFile(file, inputBounds.scenarioBytes.max).toString('utf8') === text
  } catch {
    return false // whatever it is, it stays
  }
}

function asFailure<Result>(tell: () => Result): Result {
  try {
    return tell()
  } catch (error) {
    if (error instanceof ActionError) throw runtimeError(error.message)
    throw error
  }
}
