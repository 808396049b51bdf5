import { formatValue } from '../../contract/fields.ts'
import { ActionError } from '../../contract/action-error.ts'
import type { Answer, Context } from './route.ts'

const FILE = /^[^/\\]{1,120}$/

/** Says whether a text is a scenario: answers it whole, or all that is wrong with it and where. */
export async function checkScenarioText({ body, options }: Context): Promise<Answer> {
  const { text, file = 'scenario.yaml', ...more } = body
  const [unknown] = Object.keys(more)
  if (unknown !== undefined) {
    throw new ActionError(
      400,
      `${formatValue(unknown)} is not known (allowed: text, file)`,
      unknown,
    )
  }
  if (typeof text !== 'string') throw new ActionError(400, 'text: has to be a text', 'text')
  if (typeof file !== 'string' || !FILE.test(file)) {
    throw new ActionError(400, 'file: has to be the name of a file, without folders', 'file')
  }
  try {
    const { name, scenario } = await options.readScenario(text, file)
    const { title = name, summary = '' } = scenario
    return { body: { name, title, summary, scenario } }
  } catch (error) {
    const { lines } = error as { lines?: readonly string[] }
    if (!lines) throw error
    const [message = 'is not a scenario'] = lines
    return {
      status: 400,
      body: { message, field: 'text', errors: lines.map((line) => toLocation(line, file)) },
    }
  }
}

function toLocation(line: string, file: string) {
  const rest = line.startsWith(`${file}:`) ? line.slice(file.length + 1) : line
  const [, at, column, message] = /^(\d+):(\d+) (.*)$/s.exec(rest) ?? []
  if (message === undefined) return { line: null, column: null, message: rest.trim() }
  return { line: Number(at), column: Number(column), message }
}
