import { existsSync } from 'node:fs'
import { basename, isAbsolute, join, relative } from 'node:path'
import type { Session } from '../../../../contract/session/session.ts'
import type { Finding } from '../../../../hunt/explore/finding.ts'
import { writeScenario } from '../../../../history/export/scenario-file.ts'
import { toSessionText } from '../../../../history/session/write.ts'
import { printable } from '../../../../text/escape.ts'
import { version } from '../../../../node/files/version.ts'
import { runtimeError } from '../../../output/failure.ts'
import {
  makeFolder,
  SHARED,
  writeProblem,
  writeWholeFile,
} from '../../../../node/files/whole-file.ts'
import type { ExploreContext } from '../read-options.ts'
import { toCommandFor } from './replay-command.ts'

/** Makes the folder of --save before the first run. @throws Failure */
export function claimFolder(folder: string): void {
  try {
    makeFolder(folder)
  } catch (error) {
    throw runtimeError(`cannot write to --save ${folder} (${writeProblem(error)})`)
  }
}

type FindingToSave = {
  finding: Finding
  /** The events of its scenario. */
  sentences: readonly string[]
  /** A run of its scenario, unless it is too large for a file. */
  history: Session | undefined
}

/** The files that were written, and among them the scenario that --repeat reads. */
type SavedFiles = { file?: string | undefined; saved: readonly string[] }

/**
 * Writes a problem as scenario and session, under a name that no file of the folder of --save has. A problem that was
 * found must be told all the same: `note` gets the reason why a file cannot be written.
 */
export function saveFinding(
  context: ExploreContext,
  { finding: { problem, scenario }, sentences, history }: FindingToSave,
  note: (text: string) => void,
): SavedFiles {
  const { save: folder } = context.options
  if (folder === undefined) return { saved: [] }
  const name = freeName(folder, nameOf(problem.key))
  const [scenarioFile, sessionFile] = filesOf(folder, name)
  const about = [
    `Written by alias-sandbox ${version} explore.`,
    ...sentences.map((sentence) => `- ${printable(sentence, 1_000)}`),
    `Run a client in it: ${printable(toCommandFor(context, fromHere(scenarioFile)))}`,
  ]
  const title = `It ${problem.title}`.slice(0, 200)
  const isWritten = (path: string, toText: () => string) => {
    try {
      writeWholeFile(path, toText(), SHARED)
      return true
    } catch (error) {
      note(`${path} could not be written (${writeProblem(error)}).`)
      return false
    }
  }
  const scenarioText = () => writeScenario(about, { title, ...scenario.scenario })
  const file = isWritten(scenarioFile, scenarioText) ? scenarioFile : undefined
  const isKept = history !== undefined && isWritten(sessionFile, () => toSessionText(history))
  return { file, saved: [...(file === undefined ? [] : [file]), ...(isKept ? [sessionFile] : [])] }
}

/** The path as others can use it: from the current folder, or the name alone if it lies elsewhere. */
function fromHere(path: string): string {
  const way = relative('.', path)
  return way.startsWith('..') || isAbsolute(way) ? basename(path) : way
}

function filesOf(folder: string, name: string): [scenario: string, session: string] {
  return [join(folder, `${name}.yaml`), join(folder, `${name}.session.json`)]
}

/** The name, or the name with the first number that no file has yet. */
function freeName(folder: string, name: string): string {
  const isTaken = (each: string) => filesOf(folder, each).some((file) => existsSync(file))
  if (!isTaken(name)) return name
  let number = 2
  while (isTaken(`${name}-${number}`)) number += 1
  return `${name}-${number}`
}

/** `etiquette/waits_out_outage/create` as the name of a file. */
function nameOf(key: string): string {
  return key
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replaceAll(/^-+|-+$/g, '')
}
