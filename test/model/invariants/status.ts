import assert from 'node:assert/strict'
import { isReset, law, type Law, type Moment } from '../moment.ts'

const aliasOf = ({ aliases }: Moment['after'], id: unknown) =>
  aliases.find((alias) => alias.id === id)

export const invariants: Law[] = [
  law('only an active alias is suspended, only a suspended one resumed', (moment) => {
    if (moment.kind !== 'act' || !/^(suspend|resume)_alias$/.test(moment.action)) return false
    const [from, to] =
      moment.action === 'suspend_alias' ? ['active', 'suspended'] : ['suspended', 'active']
    const status = aliasOf(moment.before, moment.input['id'])?.status
    assert.equal(moment.answer.status === 200, status === from)
    if (status === from) assert.equal(aliasOf(moment.after, moment.input['id'])?.status, to)
    return status !== undefined
  }),

  law('a status changes only by its action', (moment) => {
    const before = new Map(moment.before.aliases.map(({ id, status }) => [id, status]))
    if (isReset(moment)) return false
    for (const { id, status } of moment.after.aliases) {
      const mayChange = moment.kind === 'act' && moment.input['id'] === id
      if (!mayChange) assert.equal(status, before.get(id) ?? 'active')
    }
    return before.size > 0
  }),

  law(
    'mail to an active alias counts for the alias and the month; other mail counts nowhere',
    (moment) => {
      if (moment.kind !== 'act' || moment.action !== 'forward_message') return false
      const { before, after, json, input } = moment
      const forwarded = json.result?.forwarded ?? 0
      const alias = aliasOf(before, input['id'])
      if (alias?.status !== 'active') assert.equal(forwarded, 0)
      const used = after.view.usage.forwards.used - before.view.usage.forwards.used
      assert.equal(used, forwarded)
      const now = aliasOf(after, input['id'])
      if (alias && now) assert.equal(now.forward_count - alias.forward_count, forwarded)
      return true
    },
  ),

  law('a single-use alias forwards one message and is then burned', (moment) => {
    if (moment.kind !== 'act' || moment.action !== 'forward_message') return false
    if (!aliasOf(moment.before, moment.input['id'])?.single_use) return false
    const forwarded = moment.json.result?.forwarded ?? 0
    assert.ok(forwarded <= 1)
    assert.equal(aliasOf(moment.after, moment.input['id']) === undefined, forwarded === 1)
    return forwarded === 1
  }),

  law('replies count toward the month and not for the alias', (moment) => {
    if (moment.kind !== 'act' || moment.action !== 'reply_message') return false
    const { before, after, json } = moment
    assert.deepEqual(after.aliases, before.aliases)
    const used = after.view.usage.forwards.used - before.view.usage.forwards.used
    assert.equal(used, json.result?.sent ?? 0)
    return used > 0
  }),
]
