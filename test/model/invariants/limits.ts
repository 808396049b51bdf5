import assert from 'node:assert/strict'
import { isCall, isReset, law, type Law } from '../moment.ts'

const cap = { free: 0, plus: 50, pro: 200 }

export const invariants: Law[] = [
  {
    says: 'the burst limit refuses a call exactly when its window already has 60 calls',
    watch() {
      let passed = 0
      return (moment) => {
        if (moment.before.view.usage.burst.resets_in === null) passed = 0
        // An action may set the usage, or close the window.
        if (!isCall(moment)) passed = moment.after.view.usage.burst.used
        if (!isCall(moment)) return false
        const { status, headers } = moment.answer
        if ([401, 403, 503].includes(status)) return false
        const isRefused = status === 429 && 'retry-after' in headers
        assert.equal(isRefused, passed >= 60)
        if (!isRefused) passed += 1
        return isRefused
      }
    },
  },

  law('a burst 429 gives the whole seconds until the window resets, 1 to 60', (moment) => {
    if (!isCall(moment) || moment.answer.status !== 429) return false
    const message = moment.answer.headers['retry-after']
    if (message === undefined) return false
    assert.match(message, /^([1-9]|[1-5]\d|60)$/)
    assert.equal(Number(message), moment.before.view.usage.burst.resets_in)
    return true
  }),

  law('a burst 429 neither extends the window nor counts anywhere', (moment) => {
    if (!isCall(moment) || moment.answer.status !== 429) return false
    if (!('retry-after' in moment.answer.headers)) return false
    assert.deepEqual(moment.after.view.usage, moment.before.view.usage)
    return true
  }),

  law(
    'a daily 429 has no Retry-After, answers creations only, and counts toward the burst only',
    (moment) => {
      if (!isCall(moment) || moment.answer.status !== 429) return false
      if ('retry-after' in moment.answer.headers) return false
      assert.equal(moment.kind, 'create')
      const { before, after } = moment
      assert.deepEqual(after.view.usage.daily, before.view.usage.daily)
      assert.equal(after.view.usage.burst.used, before.view.usage.burst.used + 1)
      return true
    },
  ),

  {
    says: 'no more creations of a UTC day are answered 200 than the plan allows',
    watch() {
      let day = ''
      let made = 0
      return (moment) => {
        const today = moment.before.view.clock.now.slice(0, 10)
        if (isReset(moment) || day !== today) made = 0
        day = today
        if (moment.kind !== 'create' || moment.answer.status !== 200) return false
        const { plan, usage } = moment.before.view
        assert.ok(made < cap[plan])
        assert.ok(usage.daily.used < cap[plan])
        assert.equal(moment.after.view.usage.daily.used, usage.daily.used + 1)
        made += 1
        return true
      }
    },
  },

  law('on another UTC day the full cap is available again', ({ before, after }) => {
    const isNewDay = after.view.clock.now.slice(0, 10) > before.view.clock.now.slice(0, 10)
    if (isNewDay) assert.equal(after.view.usage.daily.used, 0)
    return isNewDay && before.view.usage.daily.used > 0
  }),

  law('the caps are those of the current plan, and a change of plan keeps the count', (moment) => {
    const { plan, usage } = moment.after.view
    assert.equal(usage.daily.limit, cap[plan])
    if (moment.kind !== 'act' || moment.action !== 'change_plan') return false
    assert.equal(usage.daily.used, moment.before.view.usage.daily.used)
    return moment.answer.status === 200 && usage.daily.used > 0
  }),

  law('a 429 leaves every alias as it is', (moment) => {
    if (!isCall(moment) || moment.answer.status !== 429) return false
    assert.deepEqual(moment.after.aliases, moment.before.aliases)
    return true
  }),

  {
    says: 'in an outage every call with a valid key gets the same bytes, 503 with Retry-After: 30, and nothing is counted',
    watch() {
      let known: string | undefined
      return (moment) => {
        if (!isCall(moment) || [401, 403].includes(moment.answer.status)) return false
        const isOut = moment.before.view.faults.some(({ kind }) => kind === 'outage')
        assert.equal(moment.answer.status === 503, isOut)
        if (!isOut) return false
        assert.equal(moment.answer.headers['retry-after'], '30')
        assert.equal(moment.answer.text, (known ??= moment.answer.text))
        assert.deepEqual(moment.after.view.usage, moment.before.view.usage)
        return true
      }
    },
  },
]
