import * as v from 'valibot'
import {
  checkChoices,
  choiceIds,
  choiceRow,
  valuesOf,
  type ChoiceId,
  type Choices,
} from './choices.ts'
import { record, strictObject } from '../values/fields.ts'
import { addIssues } from '../values/validation-issue.ts'

/** Choices by id. */
export const choicesSchema = v.pipe(
  record(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const checked = checkChoices(dataset.value)
    if (checked.ok) return checked.value
    addIssues(addIssue, dataset.value, checked.issues)
    return NEVER
  }),
)

/** The checks and messages are those of `choicesSchema`; documents show the fields one by one. */
const eachChoice = v.pipe(
  choicesSchema as v.GenericSchema as v.GenericSchema<Partial<Choices>>,
  strictObject(
    Object.fromEntries(choiceIds.map((id) => [id, v.optional(valueSchema(id))])),
  ) as v.GenericSchema as v.GenericSchema<Partial<Choices>>,
)

/** Some choices, at least one. */
export const someChoices = v.pipe(
  eachChoice,
  v.check(
    (choices) => Object.keys(choices).length > 0,
    'must contain at least one choice, such as page_size',
  ),
)

function valueSchema(id: ChoiceId) {
  const { question, also } = choiceRow(id)
  const values = valuesOf(id)
  const words = values.filter((value) => typeof value !== 'boolean')
  const forms = [
    ...(also ? [typeof words[0] === 'number' ? v.number() : v.string()] : []),
    ...(words.length > 0 && !also ? [v.picklist(words)] : []),
    ...(words.length < values.length ? [v.boolean()] : []),
  ]
  const [only] = forms
  const form = only !== undefined && forms.length === 1 ? only : v.union(forms)
  return v.pipe(form as v.GenericSchema, v.description(question))
}
