import type { Alias } from '../../src/contract/shapes.ts'

// A simple model of the API document, to compare the sandbox with. It is written from the document
// and the list of default choices, and shares no code with `src/core`.

const DAY = 86_400_000
const capOf = { free: 0, plus: 50, pro: 200 }
const allowanceOf = { free: 100, plus: 2_500, pro: 15_000 }
const START = { plan: 'plus', billing: 'active', card: 'good', trialUsed: false } as const

type Plan = keyof typeof capOf
type Billing = 'active' | 'trialing' | 'past_due' | 'canceled'
type Spec = { kind: string; times?: number; for?: string }
type UsageLevels = { burst?: number; burst_resets_in?: string; daily?: number; forwards?: number }
type Fault = { kind: string; left: number; endsAt: number }
/** An alias without its random fields. */
export type NewAlias = Omit<Alias, 'id' | 'address'>

/** The promise of the document for one answer. */
export type PromisedAnswer = {
  status: number
  code?: string | undefined
  retryAfter?: string
  created?: NewAlias
  page?: { ids: string[]; hasMore: boolean }
}

/** The account as the document describes it, and the answer that each call and action must give. */
export class Model {
  now: number
  mode: 'running' | 'frozen' = 'frozen'
  plan: Plan = START.plan
  billing: Billing = START.billing
  card: 'good' | 'declined' = START.card
  trialUsed: boolean = START.trialUsed
  trialEnds = Infinity
  key: 'active' | 'rotated' | 'revoked' = 'active'
  /** Whether a rotation has replaced the first key. */
  firstIsOld = false
  burst: { used: number; resetsAt: number } | null = null
  daily = { day: 0, used: 0 }
  month = { month: 0, used: 0 }
  faults: Fault[] = []
  aliases = new Map<string, NewAlias>()
  /** The issued cursors, and the id after which each continues. */
  cursors = new Map<string, string>()
  readonly #startedAt: number

  constructor(now: number) {
    this.now = this.#startedAt = now
  }

  get seconds(): number {
    return Math.floor(this.now / 1_000)
  }

  get ids(): string[] {
    return [...this.aliases.keys()].toSorted()
  }

  // ── the two operations ──

  create(key: string, body: string | null): PromisedAnswer {
    const refused = this.#admit(key)
    if (refused) return refused
    const created = this.#read(body)
    if (!created) return { status: 400 }
    if (this.dailyUsed >= capOf[this.plan]) return { status: 429 }
    for (let draw = 1; this.#faultMatches('draw_collision'); draw += 1) {
      if (draw === 3) return { status: 409 } // Errors, 409: three independent draws
    }
    this.daily = { day: dayOf(this.now), used: this.dailyUsed + 1 }
    return { status: 200, created }
  }

  list(key: string, limit: string | null, cursor: string | null): PromisedAnswer {
    const refused = this.#admit(key)
    if (refused) return refused
    if (limit !== null && !/^([1-9]\d?|100)$/.test(limit)) return { status: 400 }
    const behind = cursor === null ? '' : this.cursors.get(cursor)
    if (behind === undefined) return { status: 400 }
    const rest = this.ids.filter((id) => id > behind)
    const size = limit === null ? 20 : Number(limit)
    return { status: 200, page: { ids: rest.slice(0, size), hasMore: rest.length > size } }
  }

  /** The checks before any operation: key, billing, plan, outage, burst. */
  #admit(key: string): PromisedAnswer | null {
    const isOld = key === 'first' && this.firstIsOld
    if (key === 'unknown' || isOld || this.key === 'revoked') return { status: 401 }
    if (this.billing === 'canceled') return { status: 403, code: 'plan_canceled' }
    if (this.billing === 'past_due') return { status: 403, code: 'plan_past_due' }
    if (this.plan === 'free') return { status: 403, code: 'plan_required' }
    if (this.#faultMatches('outage')) return { status: 503, retryAfter: '30' }
    this.burst ??= { used: 0, resetsAt: this.now + 60_000 }
    if (this.burst.used >= 60) return { status: 429, retryAfter: String(this.burstResetsIn) }
    this.burst.used += 1
    return null
  }

  #read(text: string | null): NewAlias | null {
    const body = text === null ? {} : toObject(text)
    if (!body) return null
    const { label = '', note = '', source = '', category = '' } = body
    const { single_use = false, expires_at } = body
    if ([label, note, source, category].some((input) => typeof input !== 'string')) return null
    if (typeof single_use !== 'boolean') return null
    if (expires_at !== undefined && !this.#mayExpireAt(expires_at)) return null
    return newAlias(this.seconds, { label, note, source, category, single_use, expires_at })
  }

  /** Limits, expires_at: 5 minutes to 366 days from now. */
  #mayExpireAt(input: unknown): boolean {
    const left = Number.isInteger(input) ? (input as number) - this.seconds : NaN
    return left >= 300 && left <= 366 * 86_400
  }

  // ── actions: the status, and what they change ──

  act(action: string, input: Record<string, unknown>): PromisedAnswer {
    const { plan, billing } = input as { plan: Plan; billing: Billing }
    const isDeclined = this.card === 'declined'
    const subscribed = this.plan !== 'free' && this.billing !== 'canceled'
    switch (action) {
      case 'advance_clock':
        return this.#advance(input)
      case 'freeze_clock':
        return this.#set({ mode: 'frozen' })
      case 'resume_clock':
        return this.#set({ mode: 'running' })
      case 'start_trial':
        if (this.trialUsed || subscribed || isDeclined) return { status: 409 }
        return this.#set({ plan, ...this.#trial() })
      case 'subscribe':
        if (subscribed || isDeclined) return { status: 409 }
        return this.#set({ plan, billing: 'active' })
      case 'change_plan':
        if (!subscribed || plan === this.plan || isDeclined) return { status: 409 }
        return this.#set({ plan })
      case 'fail_payment':
        if (!subscribed || this.billing === 'past_due') return { status: 409 }
        return this.#set({ card: 'declined', ...(this.billing === 'active' && pastDue) })
      case 'update_card':
        return this.#set({ card: 'good' })
      case 'settle_invoice':
        if (this.billing !== 'past_due') return { status: 409 }
        return this.#set({ billing: 'active', card: 'good' })
      case 'cancel_subscription':
        if (!subscribed) return { status: 409 }
        return this.#set({ billing: 'canceled', trialEnds: Infinity })
      case 'set_account': {
        const ends = this.billing === 'trialing' ? { trialEnds: this.trialEnds } : {}
        if (billing === 'trialing') return this.#set({ plan, ...this.#trial(), ...ends })
        return this.#set({
          plan,
          billing,
          trialEnds: Infinity,
          ...(billing === 'active' && { card: 'good' }),
        })
      }
      case 'rotate_key':
        if (this.plan === 'free') return { status: 409 } // Free accounts cannot create API keys
        return this.#set({ key: 'rotated', firstIsOld: true, burst: null })
      case 'revoke_key':
        return this.key === 'revoked' ? { status: 409 } : this.#set({ key: 'revoked' })
      case 'create_alias':
        return { status: 200, created: newAlias(this.seconds, input) }
      case 'set_usage':
        return this.#setUsage(input)
      case 'arm_fault': {
        const { kind, times = Infinity, for: span } = input as Spec
        this.faults.push({ kind, left: times, endsAt: span ? this.now + toMs(span) : Infinity })
        return { status: 200 }
      }
      case 'clear_faults':
        return this.#set({ faults: [] })
      case 'reset':
        Object.assign(this, new Model(this.#startedAt))
        return { status: 200 }
      default:
        return this.#onAlias(action, input)
    }
  }

  #onAlias(action: string, { id, count = 1 }: Record<string, unknown>): PromisedAnswer {
    const alias = this.aliases.get(id as string)
    if (!alias) return { status: 404 }
    if (action === 'delete_alias') this.aliases.delete(id as string)
    if (action === 'delete_alias') return { status: 200 }
    if (action === 'resume_alias') {
      if (alias.status !== 'suspended') return { status: 409 }
      alias.status = 'active'
      delete alias.suspended_reason
      return { status: 200 }
    }
    if (alias.status !== 'active') return { status: 409 }
    if (action === 'suspend_alias') {
      Object.assign(alias, { status: 'suspended', suspended_reason: 'manual' })
      return { status: 200 }
    }
    // Limits: forwarded, replied and composed messages count toward the month.
    const burns = action === 'forward_message' && alias.single_use
    const left = Math.max(0, allowanceOf[this.plan] - this.monthUsed)
    const passed = Math.min(left, burns ? 1 : (count as number))
    if (passed === 0) return { status: 409 }
    this.month = { month: monthOf(this.now), used: this.monthUsed + passed }
    if (action === 'forward_message') alias.forward_count += passed
    if (burns) this.aliases.delete(id as string)
    return { status: 200 }
  }

  #setUsage(input: Record<string, unknown>): PromisedAnswer {
    const { burst, burst_resets_in, daily, forwards } = input as UsageLevels
    if (burst !== undefined) {
      this.burst = { used: burst, resetsAt: this.now + toMs(burst_resets_in ?? '60s') }
    }
    if (daily !== undefined) this.daily = { day: dayOf(this.now), used: daily }
    if (forwards !== undefined) this.month = { month: monthOf(this.now), used: forwards }
    return { status: 200 }
  }

  #advance({ by, to }: Record<string, unknown>): PromisedAnswer {
    if (to === 'burst_reset' && !this.burst) return { status: 409 }
    if (to === 'burst_reset') this.pass(this.burst!.resetsAt - this.now)
    else if (to === 'utc_midnight') this.pass(DAY - (this.now % DAY))
    else this.pass(toMs(by as string))
    return { status: 200 }
  }

  #trial() {
    return { billing: 'trialing', trialUsed: true, trialEnds: this.now + 7 * DAY } as const
  }

  #set(changed: Partial<Model>): PromisedAnswer {
    Object.assign(this, changed)
    return { status: 200 }
  }

  // ── time ──

  /** Moves the machine's clock. A frozen account ignores it, and no account goes back. */
  wait(ms: number): void {
    if (this.mode === 'running') this.pass(Math.max(0, ms))
  }

  pass(ms: number): void {
    this.now += ms
    if (this.burst && this.burst.resetsAt <= this.now) this.burst = null
    this.faults = this.faults.filter(({ endsAt }) => endsAt > this.now)
    for (const [id, { expires_at: at }] of this.aliases) {
      if (at !== null && at * 1_000 <= this.now) this.aliases.delete(id)
    }
    if (this.trialEnds > this.now) return
    this.trialEnds = Infinity
    this.billing = this.card === 'good' ? 'active' : 'past_due'
  }

  get burstResetsIn(): number | null {
    return this.burst && Math.ceil((this.burst.resetsAt - this.now) / 1_000)
  }

  get dailyUsed(): number {
    return this.daily.day === dayOf(this.now) ? this.daily.used : 0
  }

  get monthUsed(): number {
    return this.month.month === monthOf(this.now) ? this.month.used : 0
  }

  #faultMatches(kind: string): boolean {
    const fault = this.faults.find((armed) => armed.kind === kind)
    if (!fault) return false
    fault.left -= 1
    this.faults = this.faults.filter(({ left }) => left > 0)
    return true
  }
}

const pastDue = { billing: 'past_due' } as const
const dayOf = (ms: number) => Math.floor(ms / DAY)
const monthOf = (ms: number) => Number(new Date(ms).toISOString().slice(0, 7).replace('-', ''))

function toObject(text: string): Record<string, unknown> | null {
  if (!text.startsWith('{') || !text.endsWith('}')) return null
  return JSON.parse(text) as Record<string, unknown>
}

function newAlias(now: number, input: Record<string, unknown>): NewAlias {
  const unset = { note: '', source: '', label: '', category: '', single_use: false }
  const stored = Object.keys({ ...unset, expires_at: null }).filter((name) => input[name] != null)
  const said = Object.fromEntries(stored.map((name) => [name, input[name]]))
  const first = { status: 'active', created_at: now, forward_count: 0 }
  return { ...first, ...unset, expires_at: null, ...said }
}

const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: DAY }

function toMs(text: string): number {
  const [, number, unit] = /^(\d+)(ms|s|m|h|d)$/.exec(text) ?? []
  return Number(number) * units[unit as keyof typeof units]
}
