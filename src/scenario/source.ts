import {
  isAlias,
  isMap,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
  type YAMLMap,
  type YAMLParseError,
} from 'yaml'
import { formatValue } from '../contract/values/invalid-choice.ts'

/** A parsed scenario text, and its YAML that a scenario must not contain. */
export type ScenarioSource = {
  file: string
  document: Document
  lineCounter: LineCounter
  problems: SourceProblem[]
}

export type SourceProblem = { offset: number; message: string }

/** Replacements for parser messages that are written for programmers. */
const plainer: Record<string, string> = {
  MULTIPLE_DOCS: 'a scenario file must contain one YAML document (a second one starts here)',
  NON_STRING_KEY: 'this key must be a string',
}

/** Is it about a line that does not stand under those that it belongs to? Other errors only follow from it. */
function isMisplaced({ code, message }: YAMLParseError): boolean {
  const isShifted = code === 'BAD_INDENT' && message.includes('same column')
  return isShifted || code === 'BLOCK_AS_IMPLICIT_KEY'
}

/**
 * The line with one blank too many or too few, or a text with a colon. The parser takes a line that stands too far to
 * the right for a part of the value above it, and complains there; or at a blank line before it.
 */
function misplacedLine(text: string, { code, pos: [offset] }: YAMLParseError): SourceProblem {
  const isNested = code === 'BLOCK_AS_IMPLICIT_KEY'
  const rest = text.slice(offset)
  if (isNested && /^[^\n]*:(?:\s*\S)/.test(rest.split('\n')[0] ?? '')) {
    return { offset, message: 'a text that contains ": " must be in quotes' }
  }
  const skipped = isNested ? rest.search(/\n|$/) : rest.search(/^/)
  const line = /^[ \t]*(?=[^\s#])/m.exec(rest.slice(skipped))
  const blanks = line?.[0].length ?? 0
  return {
    offset: offset + skipped + (line?.index ?? 0) + blanks,
    message: `this line starts in column ${blanks + 1}; the parts of one object or list must start in the same column`,
  }
}

/** Parses YAML 1.2 without features that a scenario does not need: anchors, tags, merge keys, infinities. */
export function readSource(text: string, file: string): ScenarioSource {
  const lineCounter = new LineCounter()
  const yaml = text.replace(/^\uFEFF/, '')
  const document = parseDocument(yaml, {
    version: '1.2',
    schema: 'core', // "off" stays a word and a date a text
    merge: false,
    uniqueKeys: false, // the parser compares all pairs; see findRepeats
    stringKeys: true,
    prettyErrors: false,
    logLevel: 'error',
    lineCounter,
  })
  const reported = [...document.errors, ...document.warnings]
  const tooDeep = reported.find(({ code }) => code === 'RESOURCE_EXHAUSTION')
  if (tooDeep) {
    const problem = { offset: tooDeep.pos[0], message: 'the scenario is nested too deeply' }
    return { file, document, lineCounter, problems: [problem] }
  }
  const misplaced = document.errors.find(isMisplaced)
  const problems = misplaced
    ? [misplacedLine(yaml, misplaced)]
    : reported.map(({ code, message, pos }) => ({
        offset: pos[0],
        message: plainer[code] ?? message.split('\n')[0] ?? code,
      }))
  return { file, document, lineCounter, problems: [...problems, ...forbiddenIn(document)] }
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
