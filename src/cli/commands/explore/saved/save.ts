import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { ActionError } from '../../../../contract/action-error.ts'
import type { HistoryFile } from '../../../../contract/history-file.ts'
import type { Finding } from '../../../../explore/finding.ts'
import type { Problem } from '../../../../explore/problem.ts'
import { exportHistory } from '../../../../history-export/formats.ts'
import { toHistoryText } from '../../../../history-file/write.ts'
import { ScenarioCatalog, shippedScenarios } from '../../../../scenario/catalog.ts'
import { sampleTexts } from '../../../../scenario/sample-texts.ts'
import { printable } from '../../../../text/escape.ts'
import { version } from '../../../../version.ts'
import { wrap } from '../../../output/columns.ts'
import { runtimeError } from '../../../output/failure.ts'
import { makeFolder, writeProblem, writeWholeFile } from '../../../output/write-file.ts'
import { writeClientTest } from './client-test.ts'
import type { ExploreContext, TestFormat } from '../read-options.ts'
import { toReplayWords } from './replay-command.ts'
import { STORY_ENDING, toWritten } from './story-file.ts'

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

type ToSave = {
  finding: Finding
  /** What happens in its story. */
  sentences: readonly string[]
  /** That of a run of its story. */
  history: HistoryFile
}

/** Writes a problem as story, history, scenario and test, under a name that no file of the folder has. */
export async function saveFinding(
  context: ExploreContext,
  { folder, testFormat }: { folder: string; testFormat: TestFormat },
  { finding: { problem, story }, sentences, history }: ToSave,
): Promise<Saved> {
  const name = freeName(folder, nameOf(problem.key), testFormat)
  const at = filesOf(folder, name, testFormat)
  const notes: string[] = []
  const scenario = await toScenario(history, notes, problem)
  const test = writeClientTest(testFormat, {
    title: problem.title,
    comments: commentsOf(sentences),
    // Where the package is not installed, npx would run that of whoever owns the name in the registry.
    words: ['--no-install', '--offline', ...toReplayWords(context, at.story)],
    folder: relative(folder, '.').replaceAll(sep, '/') || '.',
  })
  const texts: [file: string, text: string | undefined][] = [
    [at.story, `${JSON.stringify(toWritten(story), null, 2)}\n`],
    [at.history, toHistoryText(history)],
    [at.scenario, scenario],
    [at.test, test],
  ]
  const files = texts.flatMap(([file, text]) => {
    if (text === undefined) return []
    const reason = write(file, text)
    if (reason !== undefined) notes.push(`${file} could not be written (${reason}).`)
    return reason === undefined ? [file] : []
  })
  return { story: files.find((file) => file === at.story), files, notes }
}

/** What stands above a test. */
function commentsOf(sentences: readonly string[]): string[] {
  const about = `Written by alias-sandbox ${version}. It passes as soon as the client is repaired.`
  const story = sentences.map((sentence) => `- ${printable(sentence, 1_000)}`)
  return [about, ...story].flatMap((line) => wrap(line, 2).split('\n'))
}

/** The scenario of a history, if it can be told as one. */
async function toScenario(history: HistoryFile, notes: string[], { key, title }: Problem) {
  try {
    const stage = { catalog: new ScenarioCatalog(shippedScenarios()), sampleTexts }
    const options = { format: 'scenario', version, stage, title: `It ${title}` } as const
    return (await exportHistory(withCalls(history), options)).text
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    notes.push(`${key}: no scenario was written; use its story. The reason: ${error.message}`)
    return undefined
  }
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
    story: join(folder, `${name}${STORY_ENDING}`),
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
