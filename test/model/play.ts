import assert from 'node:assert/strict'
import type { Alias } from '../../src/contract/shapes.ts'
import { Model, type PromisedAnswer } from './model.ts'
import type { AppliedEvent, Json, Law, Moment } from './moment.ts'
import { START_MS, type HttpAnswer, type Look, type Subject } from './subject.ts'
import type { Act, Body, KeyUse, Step } from './steps.ts'

/** A broken invariant, or a difference from the model. The message starts with its name. */
export class BrokenLaw extends Error {
  readonly says: string
  constructor(says: string, moment: Partial<Moment>, cause: unknown) {
    const { before: _before, after: _after, ...applied } = moment
    super([says, String(cause), `at ${JSON.stringify(applied)}`].join('\n'), { cause })
    this.says = says
  }
}

export const AS_MODELLED = 'every answer and every counter is what the document says'
export const IN_JOURNAL = 'the journal has the statuses that the client saw, in the same order'

/** Runs a sequence on a sandbox and on the model. Calls `met` for each invariant that applied. */
export class Play {
  readonly #subject: Subject
  readonly #met: (name: string) => void
  readonly #model = new Model(START_MS)
  readonly #watches: { says: string; check: (moment: Moment) => boolean }[]
  #look!: Look
  #statuses: number[] = []
  /** The issued cursors, in order of their first appearance. */
  #cursors: string[] = []

  constructor(subject: Subject, invariants: readonly Law[], met: (name: string) => void) {
    this.#subject = subject
    this.#met = met
    this.#watches = invariants.map(({ says, watch }) => ({ says, check: watch() }))
  }

  async run(steps: readonly Step[]): Promise<void> {
    this.#look = await this.#subject.look()
    for (const step of steps) await this.#take(step)
    await this.#holds(IN_JOURNAL, {}, async () =>
      assert.deepEqual(await this.#subject.requests(), this.#statuses),
    )
  }

  async #take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'create':
        return this.#create(step.key, textOf(step.body, this.#model.seconds))
      case 'list':
        await this.#list(step.key, step.limit, this.#cursorOf(step.cursor))
        return
      case 'walk':
        return this.#walk(step.limit, step.meanwhile)
      case 'act':
        return this.#act(step)
      case 'wait':
        this.#subject.wait(step.ms)
        this.#model.wait(step.ms)
        return this.#applied({ kind: 'wait' })
      case 'restart':
        this.#statuses = []
        return this.#applied({ kind: 'restart', states: await this.#subject.restart() })
    }
  }

  async #create(keyUse: KeyUse, body: string | null): Promise<void> {
    const key = this.#bearer(keyUse)
    const promised = this.#model.create(keyUse, body)
    const answer = await this.#subject.call({ method: 'POST', query: '', body, bearer: key })
    const json = this.#called(answer)
    if (promised.created && json.alias) this.#model.aliases.set(json.alias.id, promised.created)
    await this.#applied({ kind: 'create', key, body, answer, json }, promised)
  }

  async #list(keyUse: KeyUse, limit: string | null, cursor: string | null): Promise<Json> {
    const key = this.#bearer(keyUse)
    const promised = this.#model.list(keyUse, limit, cursor)
    const query = new URLSearchParams({
      ...(limit !== null && { limit }),
      ...(cursor !== null && { last_key: cursor }),
    }).toString()
    const answer = await this.#subject.call({ method: 'GET', query, body: null, bearer: key })
    const json = this.#called(answer)
    const isOurs = cursor !== null && this.#cursors.includes(cursor)
    await this.#applied({ kind: 'list', key, cursor, isOurs, answer, json }, promised)
    const { next_cursor: next, aliases = [] } = json
    if (next != null) {
      if (!this.#cursors.includes(next)) this.#cursors.push(next)
      this.#model.cursors.set(next, aliases.at(-1)!.id)
    }
    return json
  }

  async #walk(limit: number, meanwhile: readonly Act[]): Promise<void> {
    const pages: Alias[][] = []
    let throughout = this.#model.ids
    let cursor: string | null = null
    let done = 0
    do {
      const { aliases, next_cursor } = await this.#list('current', String(limit), cursor)
      if (!aliases) return // a limit or a refusal ended the walk
      pages.push(aliases)
      cursor = next_cursor ?? null
      const act = meanwhile[done]
      if (cursor === null || !act) continue
      done += 1
      await this.#act(act)
      throughout = throughout.filter((id) => this.#model.aliases.has(id))
    } while (cursor !== null)
    await this.#applied({ kind: 'walk', limit, pages, throughout, isQuiet: done === 0 })
  }

  async #act({ action, input: requested, alias }: Act): Promise<void> {
    const { ids } = this.#model
    const id = alias === undefined ? undefined : (ids[alias % ids.length] ?? 'nobody')
    const input = { ...requested, ...(id !== undefined && { id }) }
    const act = this.#model.act(action, input)
    const promised = { ...act, code: controlCodes[act.status] }
    const answer = await this.#subject.act(action, input)
    const json = JSON.parse(answer.text) as Json
    const made = json.result?.alias
    if (promised.created && made) this.#model.aliases.set(made.id, promised.created)
    if (action === 'reset') this.#statuses = this.#cursors = []
    this.#met(`${action} ${answer.status}`)
    await this.#applied({ kind: 'act', action, input, answer, json }, promised)
  }

  /** Compares the account with the model, and checks every invariant. */
  async #applied(event: AppliedEvent, promised?: PromisedAnswer): Promise<void> {
    const moment = { ...event, before: this.#look, after: await this.#subject.look() }
    this.#look = moment.after
    await this.#holds(AS_MODELLED, moment, () => {
      if (promised && 'answer' in event) compareAnswer(event.answer, event.json, promised)
      compareLook(moment.after, this.#model)
    })
    for (const { says, check } of this.#watches) {
      await this.#holds(says, moment, () => void (check(moment) && this.#met(says)))
    }
  }

  async #holds(
    says: string,
    moment: Partial<Moment>,
    check: () => void | Promise<void>,
  ): Promise<void> {
    try {
      await check()
    } catch (error) {
      throw new BrokenLaw(says, moment, error)
    }
  }

  #called(answer: HttpAnswer): Json {
    this.#statuses = [...this.#statuses, answer.status]
    const json = JSON.parse(answer.text) as Json
    const daily = answer.status === 429 && !('retry-after' in answer.headers) ? ' daily' : ''
    this.#met(`${answer.status}${json.code === undefined ? daily : ` ${json.code}`}`)
    return json
  }

  #bearer(use: KeyUse): string {
    if (use === 'unknown') return 'sandbox_nobodys'
    return use === 'first' ? 'sandbox_default' : this.#look.view.api_key
  }

  #cursorOf(cursor: string | number | null): string | null {
    if (typeof cursor !== 'number') return cursor
    return this.#cursors[cursor % this.#cursors.length] ?? null
  }
}

function textOf(body: Body | null, now: number): string | null {
  if (!body) return null
  if ('text' in body) return body.text
  const { fields, expiresIn } = body
  return JSON.stringify({
    ...fields,
    ...(expiresIn !== undefined && { expires_at: now + expiresIn }),
  })
}

/** The code of an error of the control API. */
const controlCodes: Readonly<Record<number, string>> = {
  400: 'bad_argument',
  404: 'not_found',
  409: 'refused',
}

function compareAnswer(answer: HttpAnswer, json: Json, promised: PromisedAnswer): void {
  assert.equal(answer.status, promised.status)
  assert.equal(json.code, promised.code)
  assert.equal(answer.headers['retry-after'], promised.retryAfter)
  if (promised.page) {
    const { ids, hasMore } = promised.page
    assert.deepEqual(
      json.aliases?.map(({ id }) => id),
      ids,
    )
    assert.equal(json.has_more, hasMore)
  }
}

function compareLook({ view, aliases }: Look, model: Model): void {
  const { plan, billing, key_status, card, trial_used, clock, usage } = view
  const seen = { plan, billing, key: key_status, card, trialUsed: trial_used, mode: clock.mode }
  assert.deepEqual({ ...seen, now: Date.parse(clock.now) }, pick(model))
  assert.deepEqual(
    [usage.burst.used, usage.burst.resets_in, usage.daily.used, usage.forwards.used],
    [model.burst?.used ?? 0, model.burstResetsIn, model.dailyUsed, model.monthUsed],
  )
  assert.deepEqual(
    view.faults.map(({ kind }) => kind),
    model.faults.map(({ kind }) => kind),
  )
  assert.deepEqual(
    aliases.map(({ address: _address, ...alias }) => alias),
    model.ids.map((id) => ({ id, ...model.aliases.get(id) })),
  )
}

function pick({ plan, billing, key, card, trialUsed, mode, now }: Model) {
  return { plan, billing, key, card, trialUsed, mode, now }
}
