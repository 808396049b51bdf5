import { isMap, isNode, isScalar, type Document, type Range, type YAMLMap } from 'yaml'
import {
  MAX_REPORTED,
  formatIssue,
  type ValidationIssue,
} from '../contract/values/validation-issue.ts'
import { checkScenario, GENERATED_NAME, type NamedScenario } from '../contract/scenario/scenario.ts'
import { ScenarioError } from './merge.ts'
import { readSource, type SourceProblem } from './source.ts'
import { findExcess } from './tokens.ts'

/** Number of characters that are shown of a problem. */
const MAX_MESSAGE = 1_000

/** A scenario and where its parts stand in its text. */
export type PlacedScenario = {
  named: NamedScenario
  /** `file:line:column` of the value at a path, or of what is nearest above it. */
  placeOf: (path: ValidationIssue['path']) => string
}

/**
 * Parses a scenario from YAML or JSON. The scenario is named after `file`, as are its error messages.
 * @throws ScenarioError with lines such as `file:5:11: account.plan must be one of …`.
 */
export function parseScenario(text: string, file: string): NamedScenario {
  return parseWithPlaces(text, file).named
}

/** Parses a scenario, with the places of its parts. @throws ScenarioError */
export function parseWithPlaces(text: string, file: string): PlacedScenario {
  const name = nameOf(file)
  if (GENERATED_NAME.test(name)) {
    throw new ScenarioError([
      `${file}: a scenario name must not end in __ and a number (reserved for generated account names)`,
    ])
  }
  const yaml = text.replace(/^\uFEFF/, '')
  const fail = (problems: readonly SourceProblem[]) =>
    new ScenarioError(toLines(yaml, file, problems))
  const excess = findExcess(yaml)
  if (excess) throw fail([excess])
  const { document, problems } = readSource(yaml)
  if (problems.length > 0) throw fail(problems)
  if (document.contents === null) throw new ScenarioError([`${file}: the file is empty`])
  const checked = checkScenario(document.toJS())
  if (checked.ok) {
    const placeOf = (path: ValidationIssue['path']) =>
      placeIn(yaml, file, offsetOf(document, { path }))
    return { named: { name, scenario: checked.value }, placeOf }
  }
  throw fail(
    checked.issues.map((issue) => ({
      offset: offsetOf(document, issue),
      message: formatIssue(issue, 'scenario'),
    })),
  )
}

/** The file name without its extension. Names are part of keys and paths, so accents are removed and other characters become `_`. */
function nameOf(file: string): string {
  const last = file.split(/[/\\]/).at(-1)!
  const plain = last
    .replace(/(?<=.)\.[^.]*$/, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
  const name = plain.replaceAll(/[^A-Za-z0-9_-]+/g, '_').replace(/^[_-]+/, '')
  return name === '' ? 'scenario' : name.slice(0, 100)
}

/** Lines of the form `file:line:column: message`, in the order of the text. */
function toLines(text: string, file: string, problems: readonly SourceProblem[]): string[] {
  const distinct = new Map(problems.map((each) => [`${each.offset} ${each.message}`, each]))
  const listed = [...distinct.values()]
    .toSorted((a, b) => a.offset - b.offset)
    .slice(0, MAX_REPORTED) // finding a line takes as long as the text is
    .map(({ offset, message }) => `${placeIn(text, file, offset)}: ${shorten(message)}`)
  if (distinct.size < MAX_REPORTED) return listed
  return [...listed, `(only the first ${MAX_REPORTED} problems are listed)`]
}

/** `file:line:column` */
function placeIn(text: string, file: string, offset: number): string {
  const before = text.slice(0, offset)
  return `${file}:${before.split('\n').length}:${offset - before.lastIndexOf('\n')}`
}

/** Messages of the parser contain tags and keys of any length. */
function shorten(message: string): string {
  return message.length <= MAX_MESSAGE ? message : `${message.slice(0, MAX_MESSAGE)}…`
}

/** The offset of the value at a path, or of the key itself when the key is wrong. */
function offsetOf(
  document: Document,
  { path, isKey }: Pick<ValidationIssue, 'path' | 'isKey'>,
): number {
  for (let length = path.length; length > 0; length -= 1) {
    const parent = document.getIn(path.slice(0, length - 1), true)
    const pair = isMap(parent) ? pairOf(parent, path[length - 1]) : undefined
    const wantsKey = isKey === true && length === path.length
    const node = pair
      ? !wantsKey && isNode(pair.value) && hasText(pair.value)
        ? pair.value
        : pair.key
      : document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return document.contents?.range?.[0] ?? 0
}

function pairOf(map: YAMLMap, key: string | number | undefined) {
  return map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key))
}

/** Does the value have text? An empty one has no offset of its own. */
function hasText({ range }: { range?: Range | null }): boolean {
  return range != null && range[1] > range[0]
}
