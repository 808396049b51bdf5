import { limits, limitText } from '../contract/limits.ts'
import { CST, Lexer } from 'yaml'
import { scenarioDepth, tooDeep } from '../contract/values/value-limits.ts'
import type { SourceProblem } from './source.ts'

/**
 * Checks the limits on the tokens of a text, in one pass. This comes before the parser, which is recursive
 * and needs a kilobyte for each token.
 */
export function findExcess(text: string): SourceProblem | undefined {
  const { controlBytes, tokens: most } = limits
  if (text.length > controlBytes.value) {
    return { offset: 0, message: `the scenario is larger than ${limitText(controlBytes)}` }
  }
  const nesting = new Nesting()
  let tokens = 0
  let offset = 0
  let isScalar = false
  for (const source of new Lexer().lex(text)) {
    const type: CST.TokenType | null = isScalar ? 'scalar' : CST.tokenType(source)
    isScalar = type === 'scalar' && !isScalar
    // The lexer inserts these; they are not part of the text.
    if (isScalar || type === 'doc-mode' || type === 'flow-error-end') continue
    if (type !== 'space') tokens += 1
    if (tokens > most.value) {
      return { offset, message: `the scenario contains more than ${limitText(most)}` }
    }
    nesting.pass(type, source)
    if (nesting.depth > scenarioDepth) {
      return { offset, message: `the scenario ${tooDeep(scenarioDepth)}` }
    }
    offset += source.length
  }
  return undefined
}

/** Tokens after which a block can start on the same line. */
const opensBlock = ['seq-item-ind', 'explicit-key-ind', 'map-value-ind', 'anchor', 'tag']

/** The depth of a token: the open brackets, and the open blocks by their columns. */
class Nesting {
  #brackets = 0
  #columns: number[] = []
  #column = 0
  /** Can a block start here? Yes at the start of a line and after the indicators there. */
  #isBlockStart = true

  get depth(): number {
    return this.#brackets + this.#columns.length
  }

  pass(type: CST.TokenType | null, source: string): void {
    if (type === 'newline') {
      this.#column = 0
      this.#isBlockStart = true
      return
    }
    if (type !== 'space' && type !== 'comment') this.#place(type)
    this.#column += source.length
  }

  #place(type: CST.TokenType | null): void {
    if (this.#brackets === 0 && this.#isBlockStart) {
      while ((this.#columns.at(-1) ?? -1) >= this.#column) this.#columns.pop()
      this.#columns.push(this.#column)
    }
    this.#isBlockStart &&= opensBlock.includes(type ?? '')
    if (type === 'flow-seq-start' || type === 'flow-map-start') this.#brackets += 1
    else if (type === 'flow-seq-end' || type === 'flow-map-end') {
      this.#brackets = Math.max(0, this.#brackets - 1)
    }
  }
}
