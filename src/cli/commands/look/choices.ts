import { choiceIds, choiceRow, type ChoiceId } from '../../../contract/choices/choices.ts'
import { wrap } from '../../../text/wrap.ts'
import type { Context } from '../../args/context.ts'
import { tell } from '../../output/tell.ts'

const tiers = { L: 'likely', P: 'possible' } as const

/** Lists what the sandbox does where the API document is silent. */
export function runChoices(context: Context<'json'>): number {
  const choices = choiceIds.map((id) => ({ id, ...choiceRow(id) }))
  return tell(context, { choices }, `${choiceIds.map(toText).join('\n\n')}\n\n${HOW}`)
}

const HOW = wrap(
  'Change one with --choice id=value, or under "choices" in a scenario. "Likely" and "possible" are our estimates, not evidence.',
)

function toText(id: ChoiceId): string {
  const { question, source, default: standard, means, alternatives, also } = choiceRow(id)
  const others = alternatives.map(({ value, tier }) => `${value} (${tiers[tier]})`)
  if (also) others.push(also.what)
  return [
    id,
    field('', question),
    field('source', source),
    field('default', `${standard}: ${means}`),
    field('or', others.join(', ')),
  ].join('\n')
}

function field(name: string, text: string): string {
  return `  ${name.padEnd(9)}${wrap(text, 11)}`
}
