import type { HistoryFile } from '../../../../client/saved-history.ts'
import { toNumber } from '../../../../text/numbers.ts'

/** The most that the sandbox reads, in MB. */
const MAX_MB = 32
const MB = 1_048_576

/** A story that was read from a file, or what is wrong with the file. */
export type ReadFile = { story: HistoryFile } | { problem: string }

/** The name of a file for messages: invisible characters could turn the words around it. */
export function nameOf(file: File): string {
  return file.name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 100)
}

/** Reads a file that somebody dropped or chose. Whether the story is whole is for the sandbox to say. */
export async function readStoryFile(file: File): Promise<ReadFile> {
  const name = nameOf(file)
  if (file.size > MAX_MB * MB) {
    const size = toNumber(Math.ceil(file.size / MB))
    return { problem: `${name} has ${size} MB; a story file may have at most ${MAX_MB} MB.` }
  }
  const text = await textOf(file)
  if (text === undefined) {
    return { problem: `${name} cannot be read: it may be a folder, or it is gone.` }
  }
  return toStory(text.replace(/^\uFEFF/, ''), name)
}

async function textOf(file: File): Promise<string | undefined> {
  try {
    return await file.text()
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}

function toStory(text: string, name: string): ReadFile {
  if (text.trim() === '') return { problem: `${name} is empty.` }
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    if (looksLikeYaml(text)) return { problem: scenarioInstead(name) }
    return { problem: `${name} is not JSON, so it is no story file; “Download story” makes one.` }
  }
  const { format, ...fields }: Record<string, unknown> =
    typeof content === 'object' && content !== null ? { ...content } : {}
  if (format === 'alias-sandbox-state') {
    return {
      problem: `${name} is a saved state, not a story. Load it on Session; the state of one account on Scenarios.`,
    }
  }
  if (format === undefined && ('account' in fields || 'expect' in fields || 'title' in fields)) {
    return { problem: scenarioInstead(name) }
  }
  return { story: content as HistoryFile }
}

function looksLikeYaml(text: string): boolean {
  return /^(title|summary|account|clock|aliases|choices|faults|timeline|expect|steps): ?/m.test(
    text,
  )
}

function scenarioInstead(name: string): string {
  return `${name} is a scenario, not a story. Load it on Scenarios.`
}
