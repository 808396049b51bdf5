import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '../../contract/limits.ts'
import type { NamedScenario } from '../../contract/scenario/scenario.ts'
import { readRegularFile, UnreadableFile } from './regular-file.ts'
import { parseWithPlaces, type PlacedScenario } from '../../scenario/parse.ts'
import { ScenarioError } from '../../scenario/merge.ts'

/**
 * Loads a scenario from a YAML file, or JSON, which is a subset of YAML.
 * @throws ScenarioError when it cannot be read or is not a scenario.
 */
export function loadScenarioFile(path: string): NamedScenario {
  return loadWithPlaces(path).named
}

/** Loads a scenario with the places of its parts in the file. @throws ScenarioError */
export function loadWithPlaces(path: string): PlacedScenario {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(path)) {
    const message =
      'is a URL; scenarios are not loaded from URLs: save it as a file and give its path'
    throw new ScenarioError([`${path}: ${message}`])
  }
  return parseWithPlaces(readText(path), path)
}

/**
 * Loads every scenario in a folder, except hidden files.
 * @throws ScenarioError with all problems of all files, or when two have the same name.
 */
export function loadScenarioFolder(folder: string): NamedScenario[] {
  const { scenarios, lines } = readScenarioFolder(folder)
  if (lines.length > 0) throw new ScenarioError(lines)
  return scenarios
}

/**
 * Reads a folder: its files, the valid scenarios with the path of each name, and the problems of the others.
 * @throws ScenarioError when the folder cannot be read.
 */
export function readScenarioFolder(folder: string) {
  const files = listFolder(folder).map((file) => join(folder, file))
  const scenarios: NamedScenario[] = []
  const pathOf = new Map<string, string>()
  const lines: string[] = []
  for (const path of files) {
    try {
      const scenario = loadScenarioFile(path)
      const { name } = scenario
      if (pathOf.has(name)) {
        lines.push(`${path}: another file of this folder is scenario ${name} already`)
      } else {
        scenarios.push(scenario)
        pathOf.set(name, path)
      }
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error
      lines.push(...error.lines)
    }
  }
  return { files, scenarios, lines, pathOf }
}

/** Is the text a path rather than the name of a scenario? */
export function isScenarioPath(text: string): boolean {
  return /[/\\]/.test(text) || /\.(ya?ml|json)$/.test(text)
}

function readText(path: string): string {
  const bytes = attempt(path, () => readRegularFile(path, limits.controlBytes.value))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ScenarioError([`${path}: is not UTF-8 text`])
  }
}

function listFolder(folder: string): string[] {
  return attempt(folder, () => readdirSync(folder))
    .filter((file) => /^[^.].*\.(ya?ml|json)$/.test(file))
    .toSorted()
}

function attempt<Result>(path: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw new ScenarioError([`${path}: ${reasonOf(error)}`])
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EISDIR: 'is a directory',
  ENOTDIR: 'is not a directory',
}

function reasonOf(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return reasons[code] ?? `cannot be read (${code})`
}
