import * as v from 'valibot'

/** A scenario's name in messages about its text: without folders. */
export const SCENARIO_FILE = /^[^/\\]{1,120}$/

/** The body of `POST scenarios/check`. */
export const scenarioText = v.strictObject({
  text: v.pipe(v.string(), v.description('The scenario, as YAML or JSON.')),
  file: v.optional(
    v.pipe(v.string(), v.regex(SCENARIO_FILE), v.description('The file name in messages.')),
    'scenario.yaml',
  ),
})
