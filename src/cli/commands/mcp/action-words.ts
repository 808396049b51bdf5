import { formatValue, mustBe } from '../../../contract/values/invalid-choice.ts'
import { readActions } from '../../../node/files/documents.ts'
import { argumentsOf } from '../../args/action-arguments.ts'
import { isAnyJson, typesOf } from '../../args/typed-arguments.ts'
import { usageError } from '../../output/failure.ts'
import { CONTROL } from './arguments.ts'

/**
 * The arguments of an action as words of a command line, `name=value`. Such a word has no type: one that the command
 * would take for something else is refused here. @throws Failure
 */
export function toActionWords(
  name: string,
  fields: readonly (readonly [string, unknown])[],
): string[] {
  const action = readActions().find((known) => known.name === name)
  const properties = action ? argumentsOf(action).properties : {}
  return fields.map(([field, value]) => {
    if (!/^[a-z][a-z0-9_]*$/.test(field)) {
      throw usageError(`no action has an argument ${formatValue(field)}`)
    }
    const schema = Object.hasOwn(properties, field) ? properties[field]! : {}
    const types = [...typesOf(schema)]
    const isOfType = typesOfValue(value).some((type) => types.includes(type))
    if (types.length > 0 && !isOfType && typeof value !== 'string') {
      throw usageError(`arguments.${field} ${mustBe(`of type ${types.join(' or ')}`, value)}`)
    }
    const text = typeof value === 'string' && !isAnyJson(schema) ? value : JSON.stringify(value)
    if (CONTROL.test(text)) throw usageError(`arguments.${field} must have no control characters`)
    return `${field}=${text}`
  })
}

/** The types of a value in the words of JSON Schema. */
function typesOfValue(value: unknown): string[] {
  if (value === null) return ['null']
  if (Array.isArray(value)) return ['array']
  return typeof value === 'number' ? ['integer', 'number'] : [typeof value]
}
