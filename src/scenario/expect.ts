import type { CallStep, DoStep, ExpectStep } from '../contract/expect.ts'
import {
  differences,
  readAnswer,
  toResult,
  type Answer,
  type ExpectResponse,
} from './expect-answer.ts'

/** A request made by a step of `expect`. */
export type ExpectRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
}

type Awaitable<Value> = Value | Promise<Value>

/**
 * Where the steps of `expect` run: an account, in process or over HTTP. Only steps should advance
 * its clock; otherwise the seconds in a step may have counted down.
 */
export interface ExpectTarget {
  call(request: ExpectRequest): Awaitable<ExpectResponse>
  /** Performs an action; a refusal is returned, not thrown. */
  do(action: string, args: object): Awaitable<{ status: number; message?: string }>
  /** The key that is valid now. */
  apiKey(): Awaitable<string>
  /** The key given to the client at the start. */
  firstKey(): Awaitable<string>
}

/**
 * Runs the steps in order and returns one line for each that failed. A failed step does not stop
 * the later ones.
 */
export async function runExpect(
  target: ExpectTarget,
  steps: readonly ExpectStep[],
): Promise<string[]> {
  const run = new ExpectRun(target)
  const lines: string[] = []
  for (const [index, step] of steps.entries()) {
    const problem = 'do' in step ? await run.act(step) : await run.call(step)
    if (problem !== undefined) lines.push(`expect[${index}] ${nameOf(step)}: ${problem}`)
  }
  return lines
}

function nameOf(step: ExpectStep): string {
  return 'do' in step ? `do ${step.do}` : step.call
}

/** Steps can use an id and a cursor from earlier responses. */
class ExpectRun {
  readonly #target: ExpectTarget
  readonly #seen: { id?: string; next_cursor?: string } = {}

  constructor(target: ExpectTarget) {
    this.#target = target
  }

  /** Makes the calls of a step; returns the problem of the first that fails. */
  async call(step: CallStep): Promise<string | undefined> {
    const { times = 1 } = step
    for (let made = 1; made <= times; made += 1) {
      const lacking = this.#lacking([step.call, step.body])
      if (lacking !== undefined) return lacking
      const answer = readAnswer(await this.#target.call(await this.#toRequest(step)))
      this.#remember(answer)
      const wrong = differences(step, answer)
      if (wrong.length > 0) {
        const which = times > 1 ? ` (call ${made} of ${times})` : ''
        return `${wrong.join('; ')}${which}`
      }
    }
    return undefined
  }

  /** Performs the action of a step; returns the problem with its result, if any. */
  async act(step: DoStep): Promise<string | undefined> {
    const { do: action, status: expected = 200, ...args } = step
    const lacking = this.#lacking(args)
    if (lacking !== undefined) return lacking
    const { status, message } = await this.#target.do(action, this.#filled(args) as object)
    if (status === expected) return undefined
    return `answered ${toResult(status, message)}, expected ${expected}`
  }

  async #toRequest(step: CallStep): Promise<ExpectRequest> {
    const [method = '', path = ''] = step.call.split(' ')
    const key =
      step.key?.replaceAll('{first_key}', await this.#target.firstKey()) ??
      (await this.#target.apiKey())
    const body = step.body === undefined ? null : toBody(this.#filled(step.body))
    return {
      method,
      path: this.#filled(path, encodeURIComponent) as string,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== null && { 'content-type': 'application/json' }),
      },
      body,
    }
  }

  /** Finds a placeholder that has no value yet. */
  #lacking(value: unknown): string | undefined {
    const text = JSON.stringify(value) ?? ''
    for (const name of ['id', 'next_cursor'] as const) {
      if (text.includes(`{${name}}`) && this.#seen[name] === undefined) {
        return `no answer before it had ${name === 'id' ? 'an alias' : 'a next_cursor'} to put in place of {${name}}`
      }
    }
    return undefined
  }

  /** Replaces the placeholders in a value, at any depth. */
  #filled(value: unknown, encode: (text: string) => string = (text) => text): unknown {
    if (typeof value === 'string') {
      const { id = '', next_cursor: cursor = '' } = this.#seen
      return value
        .replaceAll('{id}', () => encode(id))
        .replaceAll('{next_cursor}', () => encode(cursor))
    }
    if (Array.isArray(value)) return value.map((item) => this.#filled(item, encode))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, this.#filled(inner, encode)]),
    )
  }

  #remember({ alias, page }: Answer): void {
    const id = alias?.['id']
    if (typeof id === 'string') this.#seen.id = id
    if (!page) return
    if (typeof page.next_cursor === 'string') this.#seen.next_cursor = page.next_cursor
    else delete this.#seen.next_cursor
  }
}

/** A string is sent unchanged, so that a step can send invalid JSON. */
function toBody(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
