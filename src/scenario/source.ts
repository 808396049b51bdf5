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

/** Parses YAML 1.2 without features that a scenario does not need: anchors, tags, merge keys, infinities. */
export function readSource(text: string, file: string): ScenarioSource {
  const lineCounter = new LineCounter()
  const document = parseDocument(text.replace(/^\uFEFF/, ''), {
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
  const problems = reported.map(({ code, message, pos }) => ({
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
