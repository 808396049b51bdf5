import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Session } from '../../../../contract/session/session.ts'
import type { Finding } from '../../../../hunt/explore/finding.ts'
import { writeScenario } from '../../../../history/export/scenario-file.ts'
import { toSessionText } from '../../../../history/session/write.ts'
import { printable } from '../../../../text/escape.ts'
import { version } from '../../../../node/files/version.ts'
import { runtimeError } from '../../../output/failure.ts'
import { makeFolder, writeProblem, writeWholeFile } from '../../../../node/files/whole-file.ts'
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

export type SavedFinding = {
  /** The scenario that --repeat reads; undefined if it could not be written. */
  scenario: string | undefined
  files: readonly string[]
  /** The files that could not be written, each with the reason. */
  notes: readonly string[]
}

type FindingToSave = {
  finding: Finding
  /** The events of its scenario. */
  sentences: readonly string[]
  /** The history of a run of its scenario. */
  history: Session
}

/** Writes a problem as scenario and history, under a name that no file of the folder has. */
export function saveFinding(
  context: ExploreContext,
  folder: string,
  { finding: { problem, scenario }, sentences, history }: FindingToSave,
): SavedFinding {
  const name = freeName(folder, nameOf(problem.key))
  const at = filesOf(folder, name)
  const about = [
    `Written by alias-sandbox ${version} explore.`,
    ...sentences.map((sentence) => `- ${printable(sentence, 1_000)}`),
    `Run a client in it: ${printable(toCommandFor(context, at.scenario))}`,
  ]
  const title = `It ${problem.title}`.slice(0, 200)
  const texts = [
    [at.scenario, writeScenario(about, { title, ...scenario.scenario })],
    [at.history, toSessionText(history)],
  ] as const
  const notes: string[] = []
  const files = texts.flatMap(([file, text]) => {
    const reason = write(file, text)
    if (reason !== undefined) notes.push(`${file} could not be written (${reason}).`)
    return reason === undefined ? [file] : []
  })
  return { scenario: files.find((file) => file === at.scenario), files, notes }
}

/** Returns why a file cannot be written, if so: a problem that was found must be told all the same. */
function write(file: string, text: string): string | undefined {
  try {
    writeWholeFile(file, text)
    return undefined
  } catch (error) {
    return writeProblem(error)
  }
}

function filesOf(folder: string, name: string) {
  return {
    scenario: join(folder, `${name}.yaml`),
    history: join(folder, `${name}.history.json`),
  }
}

/** The name, or the name with the first number that no file has yet. */
function freeName(folder: string, name: string): string {
  const isTaken = (each: string) => Object.values(filesOf(folder, each)).some(existsSync)
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
