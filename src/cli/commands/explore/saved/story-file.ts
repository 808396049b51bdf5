import * as v from 'valibot'
import { actionNames, checkArguments, type ActionName } from '../../../../contract/actions.ts'
import { inputBounds } from '../../../../contract/bounds.ts'
import { integer, oneOf, record, strictObject, string } from '../../../../contract/fields.ts'
import { scenarioSchema, type Scenario } from '../../../../contract/scenario.ts'
import { check, formatIssue } from '../../../../contract/validation-issue.ts'
import { parseJson } from '../../../../contract/value-limits.ts'
import type { Step, Story } from '../../../../explore/story.ts'
import { readRegularFile, UnreadableFile } from '../../../../regular-file.ts'
import { usageError } from '../../../output/failure.ts'

const MAX_CALL = 1_000_000

/** A story as it is written: what is empty may be left out. */
const writtenStory = strictObject({
  start: v.optional(
    strictObject({ scenario: v.optional(string(), 'plus'), parts: v.optional(scenarioSchema, {}) }),
    {},
  ),
  steps: v.optional(
    v.array(
      strictObject({
        call: integer(1, MAX_CALL),
        do: oneOf(actionNames, 'an action'),
        arguments: v.optional(record(), {}),
        alias: v.optional(oneOf(['first', 'last'])),
      }),
      'must be a list',
    ),
    [],
  ),
})

/** Reads the story of --story: JSON, or the path of a file with it. @throws Failure */
export function readStory(text: string): Story {
  const isJson = text.trimStart().startsWith('{')
  const label = isJson ? '--story' : text
  const parsed = parseJson(isJson ? text : readText(text))
  if (!parsed.ok) throw usageError(`${label}: ${parsed.problem}`)
  const checked = check(writtenStory, parsed.value)
  if (!checked.ok) throw usageError(`${label}: ${formatIssue(checked.issues[0], 'story')}`)
  const { start, steps } = checked.value
  return {
    start: { scenario: start.scenario, parts: start.parts as Scenario },
    steps: steps.map((step, at) => toStep(step, `${label}: steps[${at}].arguments`)),
  }
}

type WrittenStep = {
  call: number
  do: ActionName
  arguments: object
  alias?: 'first' | 'last' | undefined
}

function toStep({ alias, ...step }: WrittenStep, label: string): Step {
  const args = alias === undefined ? step.arguments : { ...step.arguments, id: 'known-later' }
  const checked = checkArguments(step.do, args)
  if (!checked.ok) throw usageError(`${label}: ${formatIssue(checked.issues[0])}`)
  return { ...step, arguments: { ...step.arguments }, ...(alias && { alias }) }
}

function readText(path: string): string {
  try {
    return readRegularFile(path, inputBounds.scenarioBytes.max).toString('utf8')
  } catch (error) {
    const why = error instanceof UnreadableFile ? error.message : readProblem(error)
    throw usageError(`${path}: ${why}`)
  }
}

/** @throws what is no error of the system */
function readProblem(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined) throw error
  return `cannot be read (${code})`
}

/** A story without what is empty; `--story` reads it. */
export function toWritten({ start: { scenario, parts }, steps }: Story): object {
  return {
    start: { scenario, ...(Object.keys(parts).length > 0 && { parts }) },
    ...(steps.length > 0 && {
      steps: steps.map(({ arguments: args, ...step }) => ({
        ...step,
        ...(Object.keys(args).length > 0 && { arguments: args }),
      })),
    }),
  }
}
