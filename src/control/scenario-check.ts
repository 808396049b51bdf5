import { controlError } from '../contract/control-errors.ts'
import { readBody } from '../contract/control/request-body.ts'
import { scenarioText } from '../contract/control/scenario-text.ts'
import type { AnswerOf } from '../contract/control/routes.ts'
import type { RouteAnswer, Context } from './route.ts'

/** Checks whether a text is a valid scenario: answers the parsed scenario, or 400 with every error and its position. */
export async function checkScenarioText({
  body,
}: Context<'POST scenarios/check'>): Promise<RouteAnswer<AnswerOf<'POST scenarios/check'>>> {
  const { text, file } = readBody(scenarioText, body)
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
