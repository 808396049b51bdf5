import type { Entry } from '../../contract/history/entry.ts'
import { isAction } from '../../contract/history/entry-types.ts'
import type { SampleLocale } from '../../contract/scenario/sample-data.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import { asDocumented, type Manner } from '../../core/calls/manner.ts'
import type { Account, Host } from '../../core/account/account.ts'
import { KeyIndex } from '../../core/account/key-index.ts'
import type { SampleTexts } from '../../core/aliases/sample-texts.ts'
import { parseJson } from '../../contract/values/value-limits.ts'

/** The scenarios and texts that a replay looks up, in the sandbox or in a file. */
export type ReplaySource = {
  findScenario(name: string): Scenario | undefined
  scenarioNames(): string[]
  readonly overrides: Scenario
  sampleTexts(locale: SampleLocale): SampleTexts
  /** The manner of its calls is repeated, but for its answers, which are as documented. */
  readonly manner?: Manner | undefined
  /** The most memory that an account may take. Default: any. */
  readonly maxBytes?: number | undefined
}

/** A replay needs more memory than it may take. No ActionError, which would be recorded as a refusal. */
export class ReplayTooLarge extends Error {}

/**
 * The host of an account that repeats a history. It has no other accounts: when the sandbox had no room for
 * an input, it says so again.
 */
export class ReplayHost implements Host {
  readonly keys = new KeyIndex<Account>()
  readonly overrides: Scenario
  readonly manner: Manner | undefined
  readonly #source: ReplaySource
  #noRoom: string | undefined
  #keysToDraw: string[] = []

  constructor(source: ReplaySource) {
    this.#source = source
    this.overrides = source.overrides
    this.manner = source.manner && { ...source.manner, answer: asDocumented.answer }
  }

  /** A host for another copy: the keys of this one must not count as taken there. */
  another(): ReplayHost {
    return new ReplayHost(this.#source)
  }

  /** Call it before the first input, with all that is repeated. */
  expectKeysOf(entries: readonly Entry[]): void {
    this.#keysToDraw = entries
      .filter(isAction)
      .flatMap(({ result }) => (result?.['api_key'] as string | undefined) ?? [])
  }

  keyDrawnNext(): string | undefined {
    return this.#keysToDraw.shift()
  }

  /** Call it before each input. */
  expect(input: Entry): void {
    this.#noRoom = noRoomIn(input)
  }

  /** @throws ReplayTooLarge before the account grows too much. */
  whyNoRoom(account: Account, bytes: number): string | undefined {
    if (account.bytes + bytes > (this.#source.maxBytes ?? Infinity)) throw new ReplayTooLarge()
    return this.#noRoom
  }

  findScenario(name: string): Scenario | undefined {
    return this.#source.findScenario(name)
  }

  scenarioNames(): string[] {
    return this.#source.scenarioNames()
  }

  sampleTexts(locale: SampleLocale): SampleTexts {
    return this.#source.sampleTexts(locale)
  }
}

/** The refusal of an input for which the sandbox had no room. */
function noRoomIn(input: Entry): string | undefined {
  if (input.type === 'call' && input.response.status === 507) {
    const { message } = fieldsOf(input.response.body)
    return typeof message === 'string' ? message : undefined
  }
  if (!isAction(input)) return undefined
  const { refused } = input
  return refused?.reason === 'no_room' ? refused.message : undefined
}

function fieldsOf(body: string): { message?: unknown } {
  const parsed = parseJson(body)
  return (parsed.ok && parsed.value) || {}
}
