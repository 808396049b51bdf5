import { expect, it } from 'vitest'
import { findWayOut } from '../../src/cli/way-out.ts'
import { checkScenario } from '../../src/contract/scenario.ts'

const refused = { call: 'POST /v1/aliases', status: 403 }
const answered = { call: 'POST /v1/aliases', status: 200 }

it.each([
  ['an action', [refused, { do: 'settle_invoice' }, answered], ['trigger settle_invoice']],
  [
    'an action with arguments',
    [refused, { do: 'set_usage', daily: 0, burst_resets_in: '2s' }, answered],
    ['trigger set_usage --daily 0 --burst_resets_in 2s'],
  ],
  ['time', [refused, { do: 'advance_clock', by: '20s' }, answered], ['advance 20s']],
  [
    'an instant',
    [refused, { do: 'advance_clock', to: 'utc_midnight' }, answered],
    ['advance utc_midnight'],
  ],
  ['nothing, where none is shown', [refused, { do: 'update_card' }, refused], undefined],
  ['nothing, where all is well', [answered, answered], undefined],
  ['nothing, where an id is needed', [{ do: 'resume_alias', id: '{id}' }, answered], undefined],
  [
    'what is done, not what is refused',
    [{ do: 'start_trial', plan: 'plus', status: 409 }, { do: 'subscribe', plan: 'plus' }, answered],
    ['trigger subscribe --plan plus'],
  ],
])('%s leads out', (_what, steps, way) => {
  const checked = checkScenario({ expect: steps })
  expect(checked.ok && findWayOut(checked.value.expect ?? [])).toEqual(way)
})
