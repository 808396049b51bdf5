import { CST, Lexer } from 'yaml'
import { boundText } from '../contract/bound.ts'
import { inputBounds } from '../contract/bounds.ts'
import { beyondLimit, scenarioLimits } from '../contract/value-limits.ts'
import type { Problem } from './source.ts'

/**
 * What of a text is beyond the limits, told from its tokens: one pass, before the parser, which is
 * recursive and needs a kilobyte for each of them, sees it.
 */
export function findExcess(text: string): Problem | undefined {
  const { scenarioBytes, scenarioTokens } = inputBounds
  if (text.length > scenarioBytes.max) {
    return { offset: 0, message: `is larger than ${boundText(scenarioBytes)}` }
  }
  const nesting = new Nesting()
  let tokens = 0
  let offset = 0
  let isScalar = false
  for (const source of new Lexer().lex(text)) {
    const type: CST.TokenType | null = isScalar ? 'scalar' : CST.tokenType(source)
    isScalar = type === 'scalar' && !isScalar
    // Marks of the lexer's own, which do not stand in the text.
    if (isScalar || type === 'doc-mode' || type === 'flow-error-end') continue
    if (type !== 'space') tokens += 1
    if (tokens > scenarioTokens.max) {
      return { offset, message: `holds more than ${boundText(scenarioTokens)}` }
    }
    nesting.pass(type, source)
    if (nesting.depth > scenarioLimits.depth) {
      return { offset, message: beyondLimit('depth', scenarioLimits) }
    }
    offset += source.length
  }
  return undefined
}

/** Indicators behind which a block may begin on the same line, and what may stand before one. */
const opensBlock = ['seq-item-ind', 'explicit-key-ind', 'map-value-ind', 'anchor', 'tag']

/** How deep a token stands: in how many brackets, and in how many blocks by their columns. */
class Nesting {
  #brackets = 0
  #columns: number[] = []
  #column = 0
  /** May a block begin here? At the start of a line, and behind the indicators that stand there. */
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
