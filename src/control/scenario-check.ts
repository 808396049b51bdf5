import { controlError } from '../contract/control-errors.ts'
import { mustBe, unknownName } from '../contract/values/invalid-choice.ts'
import { ActionError } from '../contract/control/action-error.ts'
import { SCENARIO_FILE } from '../contract/control/scenario-text.ts'
import type { AnswerOf } from '../contract/control/routes.ts'
import type { RouteAnswer, Context } from './route.ts'

/** Checks whether a text is a valid scenario: answers the parsed scenario, or 400 with every error and its position. */
export async function checkScenarioText({
  body,
}: Context<'POST scenarios/check'>): Promise<RouteAnswer<AnswerOf<'POST scenarios/check'>>> {
  const { text, file = 'scenario.yaml', ...more } = body
  const [unknown] = Object.keys(more)
  if (unknown !== undefined) {
    throw new ActionError(400, unknownName('field', unknown, ['text', 'file']), unknown)
  }
  if (text === undefined) throw new ActionError(400, 'text is required', 'text')
  if (typeof text !== 'string') {
    throw new ActionError(400, `text ${mustBe('a string', text)}`, 'text')
  }
  if (typeof file !== 'string' || !SCENARIO_FILE.test(file)) {
    const expected = 'a file name of at most 120 characters, without folders'
    throw new ActionError(400, `file ${mustBe(expected, file)}`, 'file')
  }
  try {
    // Loaded on first use: few need the YAML parser.
    const { parseScenario } = await import('../scenario/parse.ts')
    const { name, scenario } = parseScenario(text, file)
    const { title = name, summary = '' } = scenario
    return { body: { name, title, summary, scenario } }
  } catch (error) {
    const { lines } = error as { lines?: readonly string[] }
    if (!lines) throw error
    const [message = 'not a valid scenario'] = lines
    const errors = lines.map((line) => toLocation(line, file))
    return { status: 400, body: { ...controlError(400, message, { field: 'text' }), errors } }
  }
}

function toLocation(line: string, file: string) {
  const rest = line.startsWith(`${file}:`) ? line.slice(file.length + 1) : line
  const [, at, column, message] = /^(\d+):(\d+): (.*)$/s.exec(rest) ?? []
  if (message === undefined) return { line: null, column: null, message: rest.trim() }
  return { line: Number(at), column: Number(column), message }
}
