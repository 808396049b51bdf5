import { refuse } from '../../contract/control/action-error.ts'
import type { ActionArguments } from '../../contract/actions.ts'
import { formatValue } from '../../contract/values/invalid-choice.ts'
import type { Account } from '../account/account.ts'
import type { HandlersOf } from './handler.ts'

export const choiceActions = { set_choices: setChoices } satisfies HandlersOf<'choices'>

function setChoices(account: Account, choices: ActionArguments<'set_choices'>) {
  const held: Record<string, unknown> = account.host.overrides.choices ?? {}
  for (const [id, value] of Object.entries(choices)) {
    if (!Object.hasOwn(held, id) || held[id] === value) continue
    const message = `${id} cannot be ${formatValue(value)}: the sandbox was started with ${id} ${formatValue(held[id])}, which holds for every account`
    refuse('choice_held', message, id)
  }
  account.choose(choices)
  return { choices }
}
