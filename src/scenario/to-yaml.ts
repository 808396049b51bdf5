import { Document, isMap, isScalar, isSeq, visit } from 'yaml'
import { escapeUnsafe } from '../text/escape.ts'

/** Formats a scenario as YAML. Texts with control characters are double-quoted, so that these are escaped. */
export function toYaml(scenario: object): string {
  return format(new Document(scenario))
}

/** The longest step that stands on one line. */
const MAX_LINE = 90

/** Formats a scenario with each step of `timeline` and `expect` on a line of its own, if it is not too long. */
export function toYamlScenario(scenario: object): string {
  const document = new Document(scenario)
  for (const name of ['timeline', 'expect']) {
    const steps = document.get(name)
    for (const step of isSeq(steps) ? steps.items : []) {
      if (isMap(step)) step.flow = JSON.stringify(step).length <= MAX_LINE
    }
  }
  return format(document)
}

function format(document: Document): string {
  visit(document, {
    Scalar(_key, node) {
      const { value } = node
      if (typeof value !== 'string') return
      const isUnsafe = value.split('\n').some((line) => escapeUnsafe(line) !== line)
      if (isScalar(node) && isUnsafe) node.type = 'QUOTE_DOUBLE'
    },
  })
  return document.toString({ lineWidth: 100 })
}
