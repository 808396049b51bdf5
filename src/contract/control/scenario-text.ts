import * as v from 'valibot'

/** The body of `POST scenarios/check`. */
export const scenarioText = v.strictObject({
  text: v.pipe(v.string(), v.description('The scenario, as YAML or JSON.')),
  file: v.optional(
    v.pipe(v.string(), v.description('The file name in messages.')),
    'scenario.yaml',
  ),
})
