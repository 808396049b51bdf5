import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ActionError } from '../../../contract/action-error.ts'
import type { HistoryFile } from '../../../contract/history-file.ts'
import type { Finding } from '../../../explore/finding.ts'
import { exportHistory } from '../../../history-export/formats.ts'
import { toHistoryText } from '../../../history-file/write.ts'
import { ScenarioCatalog, shippedScenarios } from '../../../scenario/catalog.ts'
import { sampleTexts } from '../../../scenario/sample-texts.ts'
import { version } from '../../../version.ts'
import { runtimeError } from '../../output/failure.ts'
import { makeFolder, writeProblem, writeWholeFile } from '../../output/write-file.ts'
import type { TestFormat } from './read-options.ts'
import { toWritten } from './story-file.ts'

/** How test files of each runner are named. */
const testEndings: Record<TestFormat, (name: string) => string> = {
  vitest: (name) => `${name}.test.js`,
  jest: (name) => `${name}.test.js`,
  'node-test': (name) => `${name}.test.mjs`,
  pytest: (name) => `test_${name.replaceAll('-', '_')}.py`,
}

/** Makes the folder of --save before the first run. @throws Failure */
export function claimFolder(folder: string): void {
  try {
    makeFolder(folder)
  } catch (error) {
    throw runtimeError(`cannot write to --save ${folder} (${writeProblem(error)})`)
  }
}

export type Saved = {
  /** The file that --story reads; undefined if it could not be written. */
  story: string | undefined
  files: readonly string[]
  /** What could not be written, and why. */
  notes: readonly string[]
}

/**
 * Writes a problem as story, history, scenario and test, under a name that no file of the folder has.
 * @param history that of a run of its story; without it, only the story is written
 */
export async function saveFinding(
  folder: string,
  { problem, story }: Finding,
  history: HistoryFile | undefined,
  testFormat: TestFormat,
): Promise<Saved> {
  const name = freeName(folder, nameOf(problem.key), testFormat)
  const at = filesOf(folder, name, testFormat)
  const { scenario, test, notes } = await toForms(history, problem.key, testFormat)
  const texts: [file: string, text: string | undefined][] = [
    [at.story, `${JSON.stringify(toWritten(story), null, 2)}\n`],
    [at.history, history && toHistoryText(history)],
    [at.scenario, scenario],
    [at.test, test],
  ]
  const files = texts.flatMap(([file, text]) => {
    if (text === undefined) return []
    const reason = write(file, text)
    if (reason !== undefined) notes.push(`${file} could not be written (${reason}).`)
    return reason === undefined ? [file] : []
  })
  if (!history) notes.push(`${problem.key}: only its story was saved: the exploration was stopped.`)
  return { story: files.find((file) => file === at.story), files, notes }
}

/** The scenario and the test of a history, as far as it can be told in these forms. */
async function toForms(history: HistoryFile | undefined, key: string, testFormat: TestFormat) {
  const notes: string[] = []
  if (!history) return { scenario: undefined, test: undefined, notes }
  const refused = new Map<string, string[]>()
  const called = withCalls(history)
  const toForm = async (form: 'scenario' | 'test', format: TestFormat | 'scenario') => {
    try {
      const stage = { catalog: new ScenarioCatalog(shippedScenarios()), sampleTexts }
      return (await exportHistory(called, { format, version, stage })).text
    } catch (error) {
      if (!(error instanceof ActionError)) throw error
      refused.set(error.message, [...(refused.get(error.message) ?? []), `no ${form}`])
      return undefined
    }
  }
  const scenario = await toForm('scenario', 'scenario')
  const test = await toForm('test', testFormat)
  for (const [reason, forms] of refused) {
    notes.push(`${key}: ${forms.join(' and ')} was written; use its story. The reason: ${reason}`)
  }
  return { scenario, test, notes }
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

function filesOf(folder: string, name: string, testFormat: TestFormat) {
  return {
    story: join(folder, `${name}.story.json`),
    history: join(folder, `${name}.history.json`),
    scenario: join(folder, `${name}.yaml`),
    test: join(folder, testEndings[testFormat](name)),
  }
}

/** The name, or the name with the first number that no file has yet. */
function freeName(folder: string, name: string, testFormat: TestFormat): string {
  const isTaken = (each: string) =>
    Object.values(filesOf(folder, each, testFormat)).some(existsSync)
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

/** Scenarios and tests tell one account: the one with the most calls. */
function withCalls(history: HistoryFile): HistoryFile {
  const callsOf = ({ history: items }: HistoryFile['accounts'][number]) =>
    items.filter(({ type }) => type === 'call').length
  return { ...history, accounts: history.accounts.toSorted((a, b) => callsOf(b) - callsOf(a)) }
}
