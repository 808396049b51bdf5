import * as v from 'valibot'

/**
 * Checks a long value in short steps. A schema marks its parts that can be long. When valibot reaches
 * one, the check stops, checks that part in steps of its own, and starts again with what it found.
 */

type Config = v.Config<v.BaseIssue<unknown>>
/** What a schema finds out about a value. */
export type Outcome = v.OutputDataset<unknown, v.BaseIssue<unknown>>
type PartCheck = (config: Config) => Generator<void, Outcome>

/** Valibot hands its configuration down to every schema, and with it what is known of the parts. */
interface StepsConfig extends Config {
  readonly parts: Map<v.GenericSchema, Map<unknown, Outcome>>
}

/** Leaves valibot's check at a part that was not checked yet. */
class UncheckedPart {
  readonly schema: v.GenericSchema
  readonly value: unknown
  readonly check: PartCheck

  constructor(schema: v.GenericSchema, value: unknown, check: PartCheck) {
    this.schema = schema
    this.value = value
    this.check = check
  }
}

/** The same outcome as that of the schema at once. */
export function* outcomeInSteps(schema: v.GenericSchema, value: unknown): Generator<void, Outcome> {
  const config: StepsConfig = { ...v.getGlobalConfig(), parts: new Map() }
  return yield* runInSteps(schema, value, config)
}

/** Runs a schema with this configuration, and its parts in steps if the configuration asks for them. */
export function* runInSteps(
  schema: v.GenericSchema,
  value: unknown,
  config: Config,
): Generator<void, Outcome> {
  for (;;) {
    try {
      return schema['~run']({ value }, config)
    } catch (error) {
      if (!(error instanceof UncheckedPart && isInSteps(config))) throw error
      const known = config.parts.get(error.schema) ?? new Map<unknown, Outcome>()
      config.parts.set(error.schema, known.set(error.value, yield* error.check(config)))
    }
    yield
  }
}

/** The outcome of a part; undefined when the value is checked at once, so that the part has to be as well. */
export function outcomeOfPart(
  schema: v.GenericSchema,
  value: unknown,
  config: Config,
  check: PartCheck,
): Outcome | undefined {
  if (!isInSteps(config)) return undefined
  const known = config.parts.get(schema)?.get(value)
  if (known === undefined) throw new UncheckedPart(schema, value, check)
  // Valibot adds to the issues of a part, and to their paths.
  const issues = known.issues?.map((issue) => ({ ...issue, ...copiedPath(issue) }))
  return { ...known, ...(issues && { issues }) } as Outcome
}

function copiedPath({ path }: v.BaseIssue<unknown>) {
  return path && { path: [...path] as typeof path }
}

function isInSteps(config: Config): config is StepsConfig {
  return 'parts' in config
}
