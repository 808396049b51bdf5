import { basename, extname } from 'node:path'
import {
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type Document,
} from 'yaml'
import { toSentence, type Complaint } from '../contract/complaint.ts'
import { checkScenario, NAME, type NamedScenario } from '../contract/scenario.ts'

/** A scenario that cannot be used; `lines` say where and why, one line for each thing that is wrong. */
export class ScenarioError extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.name = 'ScenarioError'
    this.lines = lines
  }
}

/**
 * Reads a scenario from YAML or JSON text. `file` names it in messages and gives it its name.
 * @throws ScenarioError with `file:line:column path: what is wrong and what is allowed`.
 */
export function parseScenario(text: string, file: string): NamedScenario {
  const name = basename(file, extname(file))
  if (!NAME.test(name)) {
    throw new ScenarioError([
      `${file}: a scenario is called as its file, with A-Z, a-z, 0-9, dash and underscore; ${JSON.stringify(name)} is not`,
    ])
  }
  const lineCounter = new LineCounter()
  // Tags, merge keys and repeated keys are refused; "off" stays a word and a date a text.
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    merge: false,
    uniqueKeys: true,
    prettyErrors: false,
    lineCounter,
  })
  const at = (offset: number) => {
    const { line, col } = lineCounter.linePos(offset)
    return `${file}:${line}:${col}`
  }
  const broken = [...document.errors, ...document.warnings].map(
    (problem) => `${at(problem.pos[0])} ${problem.message.split('\n')[0]}`,
  )
  if (broken.length > 0) throw new ScenarioError(broken)
  refuseReferences(document, at)
  const checked = checkScenario(document.toJS())
  if (checked.ok) return { name, scenario: checked.value }
  throw new ScenarioError(
    checked.complaints.map(
      (complaint) => `${at(offsetOf(document, complaint.path))} ${toSentence(complaint)}`,
    ),
  )
}

/** Anchors and aliases can make a small file huge, and a scenario has no need of them. */
function refuseReferences(document: Document, at: (offset: number) => string): void {
  visit(document, {
    Node(_key, node) {
      if (isAlias(node) || node.anchor !== undefined) {
        throw new ScenarioError([`${at(node.range?.[0] ?? 0)} anchors and aliases are not allowed`])
      }
    },
  })
}

/** Where in the text a path leads; for a key that should not be there, the key itself. */
function offsetOf(document: Document, path: Complaint['path']): number {
  for (let length = path.length; length > 0; length -= 1) {
    const parent = document.getIn(path.slice(0, length - 1), true)
    const key = path[length - 1]
    if (isMap(parent)) {
      const pair = parent.items.find(
        (item) => isPair(item) && isScalar(item.key) && item.key.value === key,
      )
      const node = isNode(pair?.value) && isKnownValue(pair.value) ? pair.value : pair?.key
      if (isNode(node) && node.range) return node.range[0]
    }
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return document.contents?.range?.[0] ?? 0
}

/** A value that stands in the text; an empty one has no place of its own. */
function isKnownValue(node: { range?: [number, number, number] | null }): boolean {
  return node.range != null && node.range[1] > node.range[0]
}
