// JSON Schemas generated from the schemas of src/contract, so that the two cannot diverge.
import { toJsonSchema } from '@valibot/to-json-schema'
import { actionNames, actionRow, actionsAtCalls, timedActions } from '../build/contract/actions.js'
import { choiceIds, choiceRow, valuesOf } from '../build/contract/choices/choices.js'
import { choicesSchema } from '../build/contract/choices/choices-schema.js'
import { documented } from '../build/contract/choices/described.js'
import { callStep, expectStep, mailStep } from '../build/contract/scenario/expect.js'
import { populateForms, populateSpec } from '../build/contract/scenario/sample-data.js'
import {
  atCall,
  callsThatCount,
  scenarioSchema,
  timelineStep,
} from '../build/contract/scenario/scenario.js'

/** The actions as the control API lists them. */
export function listedActions() {
  return actionNames.map((name) => {
    const { group, summary, source, arguments: schema } = actionRow(name)
    return { name, group, summary, ...(source && { source }), arguments: convert(schema) }
  })
}

/** The scenario format, for editors. */
export function scenarioJsonSchema() {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'alias-sandbox scenario',
    ...convert(scenarioSchema, ({ valibotSchema }) => {
      if (valibotSchema === documented(timelineStep)) {
        return { oneOf: [...timedActions.map(timedSchema), ...actionsAtCalls.map(schemaAtCall)] }
      }
      if (valibotSchema === documented(expectStep)) {
        return { anyOf: [convert(callStep), convert(mailStep), ...actionNames.map(doSchema)] }
      }
      if (valibotSchema === documented(choicesSchema)) return choicesJsonSchema()
      if (valibotSchema === documented(populateSpec))
        return { anyOf: Object.values(populateForms).map((form) => convert(form)) }
      return undefined
    }),
  }
}

function timedSchema(name) {
  const at = { type: 'string', pattern: '^\\+', description: 'Time after the start, such as +90s.' }
  return stepSchema(name, { at }, ['at'])
}

function schemaAtCall(name) {
  const at_call = {
    ...convert(atCall),
    description: 'Before which request it happens; 1 is the first.',
  }
  const operation = {
    ...convert(callsThatCount),
    description: 'Count only requests of this operation.',
  }
  return stepSchema(name, { at_call, operation }, ['at_call'])
}

function doSchema(name) {
  const status = { type: 'integer', description: 'The status of the refusal; 200 when left out.' }
  const { as, verbatim } = convert(callStep).properties
  const result = { type: 'object', description: 'Fields that the result of the action must have.' }
  return stepSchema(name, { as, verbatim, status, result }, [])
}

/** An action's name and its arguments. */
function stepSchema(name, more, required) {
  const input = convert(actionRow(name).arguments)
  return {
    type: 'object',
    description: actionRow(name).summary,
    properties: { ...more, do: { const: name }, ...input.properties },
    required: ['do', ...required, ...(input.required ?? [])],
    additionalProperties: false,
  }
}

function choicesJsonSchema() {
  const properties = choiceIds.map((id) => {
    const { question, also } = choiceRow(id)
    const values = { enum: valuesOf(id) }
    return [
      id,
      {
        description: question,
        ...(also ? { anyOf: [values, { type: ['string', 'integer'] }] } : values),
      },
    ]
  })
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false }
}

function convert(schema, overrideSchema = () => undefined) {
  const { $schema: _dialect, ...converted } = toJsonSchema(schema, {
    errorMode: 'ignore',
    typeMode: 'output',
    overrideSchema,
  })
  return converted
}
