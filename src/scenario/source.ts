import {
  isAlias,
  isMap,
  isScalar,
  parseDocument,
  visit,
  type Document,
  type Node,
  type YAMLMap,
} from 'yaml'
import { formatValue } from '../contract/values/invalid-choice.ts'

/** A problem in a text, at its place in it. */
export type SourceProblem = { offset: number; message: string }

const WRONG_KEY =
  'a text that contains ": " must be in quotes, and the parts of one object must start in the same column'

/** Replacements for parser messages that are written for programmers. */
const plainer: Record<string, string> = {
  BLOCK_AS_IMPLICIT_KEY: WRONG_KEY,
  MULTILINE_IMPLICIT_KEY: WRONG_KEY,
  MULTIPLE_DOCS: 'a scenario file must contain one YAML document (a second one starts here)',
  NON_STRING_KEY: 'this key must be a string',
  RESOURCE_EXHAUSTION: 'the scenario is nested too deeply',
  TAG_RESOLVE_FAILED: 'tags are not allowed',
}

/** Parses YAML 1.2 without features that a scenario does not need: anchors, tags, merge keys, infinities. */
export function readSource(text: string): { document: Document; problems: SourceProblem[] } {
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core', // "off" stays a word and a date a text
    merge: false,
    uniqueKeys: false, // the parser compares all pairs; see findRepeats
    stringKeys: true,
    prettyErrors: false,
    logLevel: 'error',
  })
  const problems = [...document.errors, ...document.warnings].map(({ code, message, pos }) => ({
    offset: code === 'BAD_INDENT' ? pos[0] + blankLength(text.slice(pos[0])) : pos[0],
    message: plainer[code] ?? message,
  }))
  return { document, problems: problems.length > 0 ? problems : forbiddenIn(document) }
}

/** The parser finds a wrong indent at the blank lines and comments before it. */
function blankLength(text: string): number {
  return /^(?:[ \t]*(?:#.*)?\r?\n)*[ \t]*/.exec(text)![0].length
}

/** Anchors can make a small file expand to a huge value, and tags can change the type of a value. */
function forbiddenIn(document: Document): SourceProblem[] {
  const problems: SourceProblem[] = []
  visit(document, {
    Node(_key, node) {
      if (isMap(node)) findRepeats(node, problems)
      const message = whyForbidden(node)
      if (message !== undefined) problems.push({ offset: node.range?.[0] ?? 0, message })
    },
  })
  return problems
}

function whyForbidden(node: Node): string | undefined {
  if (isAlias(node) || ('anchor' in node && node.anchor !== undefined)) {
    return 'anchors and aliases are not allowed'
  }
  if (node.tag !== undefined) return `tags such as ${node.tag} are not allowed`
  const isInfinite = 'value' in node && typeof node.value === 'number' && !isFinite(node.value)
  return isInfinite ? `numbers must be finite (got ${String(node.value)})` : undefined
}

function findRepeats(map: YAMLMap, problems: SourceProblem[]): void {
  const seen = new Set<string>()
  for (const { key } of map.items) {
    if (!isScalar(key)) continue
    const name = String(key.value)
    if (seen.has(name)) {
      const message = `duplicate key ${formatValue(name)}`
      problems.push({ offset: key.range?.[0] ?? 0, message })
    }
    seen.add(name)
  }
}
