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

/** The text of a scenario as YAML, and what of it is no YAML that a scenario may use. */
export type Source = {
  file: string
  document: Document
  lineCounter: LineCounter
  problems: Problem[]
}

export type Problem = { offset: number; message: string }

/** What the parser says, where it speaks to programmers. */
const plainer: Record<string, string> = {
  MULTIPLE_DOCS: 'a second document begins; a scenario file holds one',
  NON_STRING_KEY: 'this key is not a text',
}

/** Reads YAML 1.2 without what a scenario has no need of: anchors, tags, merge keys, infinities. */
export function readSource(text: string, file: string): Source {
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
  const said = [...document.errors, ...document.warnings]
  const tooDeep = said.find(({ message }) => message.startsWith('Maximum call stack'))
  if (tooDeep) {
    const problem = { offset: tooDeep.pos[0], message: 'is nested too deeply' }
    return { file, document, lineCounter, problems: [problem] }
  }
  const problems = said.map(({ code, message, pos }) => ({
    offset: pos[0],
    message: plainer[code] ?? message.split('\n')[0] ?? code,
  }))
  return { file, document, lineCounter, problems: [...problems, ...refusedOf(document)] }
}

/** Anchors can make a small file huge, and tags can make anything of a text. */
function refusedOf(document: Document): Problem[] {
  const problems: Problem[] = []
  visit(document, {
    Node(_key, node) {
      if (isMap(node)) findRepeats(node, problems)
      const message = refusalOf(node)
      if (message !== undefined) problems.push({ offset: node.range?.[0] ?? 0, message })
    },
  })
  return problems
}

function refusalOf(node: Node): string | undefined {
  if (isAlias(node) || ('anchor' in node && node.anchor !== undefined)) {
    return 'anchors and aliases are not allowed'
  }
  if (node.tag !== undefined) return `tags such as ${node.tag} are not allowed`
  const isEndless = 'value' in node && typeof node.value === 'number' && !isFinite(node.value)
  return isEndless ? `${String(node.value)} is not a number` : undefined
}

function findRepeats(map: YAMLMap, problems: Problem[]): void {
  const seen = new Set<string>()
  for (const { key } of map.items) {
    if (!isScalar(key)) continue
    const name = String(key.value)
    if (seen.has(name)) {
      problems.push({ offset: key.range?.[0] ?? 0, message: 'this key stands twice in one object' })
    }
    seen.add(name)
  }
}
