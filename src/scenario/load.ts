import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { NamedScenario } from '../contract/scenario.ts'
import { parseScenario, ScenarioError } from './parse.ts'

/** The largest scenario file that is read. */
const MOST_BYTES = 1024 * 1024

/**
 * Loads a scenario file: YAML, or JSON, of which YAML is a superset.
 * @throws ScenarioError when it cannot be read, or when it is not a scenario.
 */
export function loadScenarioFile(path: string): NamedScenario {
  return parseScenario(readText(path), path)
}

/** Loads every scenario of a folder. @throws ScenarioError for the first that is broken. */
export function loadScenarioFolder(folder: string): NamedScenario[] {
  return listFolder(folder)
    .filter((file) => /\.(ya?ml|json)$/.test(file))
    .toSorted()
    .map((file) => loadScenarioFile(join(folder, file)))
}

/** Does the text name a file rather than a scenario? */
export function isScenarioPath(text: string): boolean {
  return /[/\\]/.test(text) || /\.(ya?ml|json)$/.test(text)
}

function readText(path: string): string {
  const file = attempt(path, () => statSync(path))
  if (!file.isFile()) throw new ScenarioError([`${path}: is not a regular file`])
  if (file.size > MOST_BYTES) throw new ScenarioError([`${path}: is larger than 1 MiB`])
  const bytes = attempt(path, () => readFileSync(path))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ScenarioError([`${path}: is not UTF-8 text`])
  }
}

function listFolder(folder: string): string[] {
  return attempt(folder, () => readdirSync(folder))
}

function attempt<Result>(path: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw new ScenarioError([`${path}: ${reasonOf(error)}`])
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'may not be read',
  EISDIR: 'is a directory',
  ENOTDIR: 'is not a directory',
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return reasons[code] ?? `cannot be read (${code})`
}
