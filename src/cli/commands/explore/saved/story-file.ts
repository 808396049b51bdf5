import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { actionNames, checkArguments, type ActionName } from '../../../../contract/actions.ts'
import { inputBounds } from '../../../../contract/bounds.ts'
import { integer, oneOf, record, strictObject, string } from '../../../../contract/fields.ts'
import { scenarioSchema, type Scenario } from '../../../../contract/scenario.ts'
import { check, formatIssue } from '../../../../contract/validation-issue.ts'
import { parseJson } from '../../../../contract/value-limits.ts'
import type { Step, Story } from '../../../../explore/story.ts'
import { usageError } from '../../../output/failure.ts'
import { readText } from '../read-text.ts'

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

/** How files of stories end. */
export const STORY_ENDING = '.story.json'

/** A story of --story, and the file that it stands in, if it is one of a folder. */
export type GivenStory = { story: Story; file: string | undefined }

/** Reads --story: JSON, the path of a file with it, or a folder of such files. @throws Failure */
export function readStories(text: string): GivenStory[] {
  if (isJson(text) || !isFolder(text)) return [{ story: readStory(text), file: undefined }]
  const names = readdirSync(text).filter((name) => name.endsWith(STORY_ENDING))
  if (names.length === 0)
    throw usageError(`--story: the folder ${text} has no file that ends with ${STORY_ENDING}`)
  return names.toSorted().map((name) => {
    const file = join(text, name)
    return { story: readStory(file), file }
  })
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function isJson(text: string): boolean {
  return text.trimStart().startsWith('{')
}

function readStory(text: string): Story {
  const label = isJson(text) ? '--story' : text
  const parsed = parseJson(isJson(text) ? text : readText(text, inputBounds.scenarioBytes.max))
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
