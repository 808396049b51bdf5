import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { HistoryFile } from '../../../../contract/history/file.ts'
import type { Finding } from '../../../../hunt/explore/finding.ts'
import { writeScenario } from '../../../../history/export/scenario-file.ts'
import { toHistoryText } from '../../../../history/file/write.ts'
import { printable } from '../../../../text/escape.ts'
import { version } from '../../../../version.ts'
import type { TestFormat } from '../../../args/tables/save-formats.ts'
import { aboutTest, folderFrom, writeClientTest } from '../../client-test.ts'
import { runtimeError } from '../../../output/failure.ts'
import { makeFolder, writeProblem, writeWholeFile } from '../../../../whole-file.ts'
import type { ExploreContext } from '../read-options.ts'
import { toExploreWords } from './replay-command.ts'

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
  /** The scenario that --story reads; undefined if it could not be written. */
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

/** Writes a problem as scenario, history and test, under a name that no file of the folder has. */
export function saveFinding(
  context: ExploreContext,
  { folder, testFormat }: { folder: string; testFormat: TestFormat },
  { finding: { problem, story }, sentences, history }: ToSave,
): Saved {
  const name = freeName(folder, nameOf(problem.key), testFormat)
  const at = filesOf(folder, name, testFormat)
  const about = [
    `Written by alias-sandbox ${version} explore.`,
    ...sentences.map((sentence) => `- ${printable(sentence, 1_000)}`),
  ]
  const title = `It ${problem.title}`.slice(0, 200)
  const test = writeClientTest(testFormat, {
    title: `repaired: it ${problem.title}`,
    about: aboutTest(at.scenario),
    explore: toExploreWords(context, at.scenario),
    client: context.childCommand,
    folder: folderFrom(dirname(at.test)),
  })
  const texts = [
    [at.scenario, writeScenario(about, { title, ...story.scenario })],
    [at.history, toHistoryText(history)],
    [at.test, test],
  ] as const
  const notes: string[] = []
  const files = texts.flatMap(([file, text]) => {
    const reason = write(file, text)
    if (reason !== undefined) notes.push(`${file} could not be written (${reason}).`)
    return reason === undefined ? [file] : []
  })
  return { story: files.find((file) => file === at.scenario), files, notes }
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
    scenario: join(folder, `${name}.yaml`),
    history: join(folder, `${name}.history.json`),
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
