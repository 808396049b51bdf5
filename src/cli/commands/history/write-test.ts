import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ActionError } from '../../../contract/action-error.ts'
import type { HistoryFile } from '../../../contract/history-file.ts'
import { toClientScenario } from '../../../history-export/client-scenario.ts'
import { writeScenario } from '../../../history-export/scenario-file.ts'
import { printable } from '../../../text/escape.ts'
import { splitWords } from '../../../text/shell.ts'
import { version } from '../../../version.ts'
import type { TestFormat } from '../../args/tables/save-formats.ts'
import { aboutTest, folderFrom, writeClientTest } from '../client-test.ts'
import type { Context } from '../../args/context.ts'
import { runtimeError, usageError } from '../../output/failure.ts'
import { writeProblem, writeWholeFile } from '../../output/write-file.ts'
import { PROGRAM } from '../../output/wrong-value.ts'

/**
 * The test that runs the user's client in the story of an account. Writes the story beside it, as a scenario,
 * whose path it returns; for standard output it stands in the test. Says on standard error what it leaves out.
 * @throws Failure
 */
export function writeTest(
  history: HistoryFile,
  format: TestFormat,
  { io, options, words }: Pick<Context<'client'>, 'io' | 'options' | 'words'>,
): { text: string; story?: string } {
  const file = words[1]!
  const client = readClient(options.client)
  const [account] = history.accounts
  const { scenario, notes } = asFailure(() => toClientScenario(history, account!))
  const title = `History of account ${account!.name}`
  const about = [
    `Written by alias-sandbox ${version} from the history of account ${account!.name}.`,
  ]
  const isPrinted = file === '-'
  const beside = `${file.replace(/(?:[._]test|[._]spec)?\.[a-z]+$/i, '')}.yaml`
  if (!isPrinted) writeBeside(beside, writeScenario([...about, ...notes], { title, ...scenario }))
  for (const note of notes) io.stderr.write(`${note}\n`)
  const text = writeClientTest(format, {
    title: `the client is careful in the story of account ${account!.name}`,
    about: aboutTest(beside),
    explore: [PROGRAM, 'explore', '--story', isPrinted ? JSON.stringify(scenario) : beside],
    client,
    folder: isPrinted ? '.' : folderFrom(dirname(file)),
  })
  return { text, ...(!isPrinted && { story: beside }) }
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
function writeBeside(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') !== text) {
    const name = printable(file)
    throw runtimeError(
      `${name} exists and is another scenario; the one of the test would replace it: move it, or choose another name for the test`,
    )
  }
  try {
    writeWholeFile(file, text)
  } catch (error) {
    throw runtimeError(`cannot write ${printable(file)} (${writeProblem(error)})`)
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
