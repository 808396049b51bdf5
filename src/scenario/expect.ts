import type { Mail } from '../contract/control/control-shapes.ts'
import type { MailFilter } from '../core/inbox/inboxes.ts'
import {
  readDoStep,
  type CallStep,
  type DoStep,
  type ExpectStep,
  type MailStep,
} from '../contract/scenario/expect.ts'
import {
  differences,
  readAnswer,
  toResult,
  unequalFields,
  type ExpectResponse,
} from './expect-answer.ts'
import { SeenAnswers } from './seen-answers.ts'

/** A request made by a step of `expect`. */
type ExpectRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
  /** Send a body that cannot be read, in place of `body`. */
  unreadable?: CallStep['unreadable']
}

/** The result of an action, or why it was refused. */
type ActionAnswer = { status: number; message?: string; result?: object }

type Awaitable<Value> = Value | Promise<Value>

/**
 * Where the steps of `expect` run: an account, in process or over HTTP. Only steps should advance
 * its clock; otherwise the seconds in a step may have counted down.
 */
export interface ExpectTarget {
  call(request: ExpectRequest): Awaitable<ExpectResponse>
  /** Performs an action; a refusal is returned, not thrown. */
  do(action: string, args: object): Awaitable<ActionAnswer>
  /** The mails of the owner's inbox that match, and what else was delivered, each as a few words. */
  inbox(filter: MailFilter): Awaitable<{ mails: readonly Mail[]; others: readonly string[] }>
  /** The key that is valid now. */
  apiKey(): Awaitable<string>
  /** The key given to the client at the start. */
  firstKey(): Awaitable<string>
}

/** A step that failed, by its place in `expect`, and how. */
export type UnmetStep = { index: number; message: string }

/** Runs the steps in order and returns those that failed. The later ones are run all the same, until so many failed. */
export async function runExpect(
  target: ExpectTarget,
  steps: readonly ExpectStep[],
  most = Infinity,
): Promise<UnmetStep[]> {
  const run = new ExpectRun(target)
  const unmet: UnmetStep[] = []
  for (const [index, step] of steps.entries()) {
    const problem = await run.take(step)
    if (problem === undefined) continue
    unmet.push({ index, message: `expect[${index}] ${nameOf(step)}: ${problem}` })
    if (unmet.length === most) break
  }
  return unmet
}

function nameOf(step: ExpectStep): string {
  if ('do' in step) return `do ${step.do}`
  return 'mail' in step ? 'mail' : step.call
}

/** Steps can use values of earlier answers. */
class ExpectRun {
  readonly #target: ExpectTarget
  readonly #seen = new SeenAnswers()

  constructor(target: ExpectTarget) {
    this.#target = target
  }

  /** Takes a step; returns how it fails, if it does. */
  take(step: ExpectStep): Promise<string | undefined> {
    if ('do' in step) return this.#act(step)
    return 'mail' in step ? this.#look(step) : this.#call(step)
  }

  /** Makes the calls of a step; returns the problem of the first that fails. */
  async #call(step: CallStep): Promise<string | undefined> {
    const { times = 1 } = step
    for (let made = 1; made <= times; made += 1) {
      const lacking = this.#seen.lacking(step.verbatim ? [step.call] : [step.call, step.body])
      if (lacking !== undefined) return lacking
      const response = await this.#target.call(await this.#toRequest(step))
      const answer = readAnswer(response)
      this.#seen.remember(answer, step.as)
      const wrong = differences(step, answer)
      if (wrong.length > 0) {
        const which = times > 1 ? ` (request ${made} of ${times})` : ''
        return `${wrong.join('; ')}${which}`
      }
    }
    return undefined
  }

  /** Performs the action of a step; returns the problem with its result, if any. */
  async #act(step: DoStep): Promise<string | undefined> {
    const { action, args, expected } = readDoStep(step)
    const lacking = step.verbatim ? undefined : this.#seen.lacking(args)
    if (lacking !== undefined) return lacking
    const filled = step.verbatim ? args : (this.#seen.fill(args) as object)
    const { status, message, result } = await this.#target.do(action, filled)
    if (step.as !== undefined && result !== undefined) this.#seen.name(step.as, result)
    if (status !== expected) return `answered ${toResult(status, message)}, expected ${expected}`
    const wrong = unequalFields('result', result ?? {}, step.result ?? {})
    return wrong.length > 0 ? wrong.join('; ') : undefined
  }

  /** Looks into the inbox; returns how many mails it has of those that a step asks for, if that is wrong. */
  async #look({ mail, verbatim }: MailStep): Promise<string | undefined> {
    const lacking = verbatim ? undefined : this.#seen.lacking(mail)
    if (lacking !== undefined) return lacking
    const { subject, count, ...filter } = verbatim ? mail : (this.#seen.fill(mail) as typeof mail)
    const { mails, others } = await this.#target.inbox(filter)
    const found = mails.filter((each) => subject === undefined || each.subject === subject).length
    if (count === undefined ? found > 0 : found === count) return undefined
    const told = others.length === 0 ? '' : ` (${others.join('; ')})`
    return `number of mails is ${found}, expected ${count ?? 'one or more'}${told}`
  }

  async #toRequest(step: CallStep): Promise<ExpectRequest> {
    const [method = '', path = ''] = step.call.split(' ')
    const body = this.#toBody(step)
    const isJson = body !== null || step.unreadable !== undefined
    const headers: Record<string, string | null> = {
      ...(step.key !== '{none}' && { authorization: `Bearer ${await this.#keyOf(step)}` }),
      ...(isJson && { 'content-type': 'application/json' }),
      ...step.headers,
    }
    return {
      method,
      path: this.#seen.fill(path, encodeURIComponent) as string,
      headers: Object.fromEntries(
        Object.entries(headers).filter((header): header is [string, string] => header[1] !== null),
      ),
      body,
      unreadable: step.unreadable,
    }
  }

  async #keyOf({ key }: CallStep): Promise<string> {
    if (key === undefined) return this.#target.apiKey()
    return key.replaceAll('{first_key}', await this.#target.firstKey())
  }

  /** A string is sent unchanged, so that a step can send invalid JSON. */
  #toBody({ body: value, verbatim }: CallStep): string | null {
    if (value === undefined) return null
    const body = verbatim ? value : this.#seen.fill(value)
    return typeof body === 'string' ? body : JSON.stringify(body)
  }
}
