import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { limits } from '../../contract/limits.ts'
import { machineClock } from '../../node/machine-clock.ts'
import { refuseSpecial, SHARED, writeProblem, writeWholeFile } from '../../node/files/whole-file.ts'
import { runtimeError, usageError, type Failure } from '../output/failure.ts'
import { invalidValue } from '../output/wrong-value.ts'
import { readTextFile } from '../sandbox/text-file.ts'

/** The time for which --known-update accepts what was found. */
const DAYS = 90

type KnownFinding = {
  /** May end in `*`. */
  readonly key: string
  /** The last day on which it is accepted, in UTC; undefined: always. */
  readonly until: string | undefined
}

/** The keys of a command. */
type Keys = {
  /** @throws Failure for a key that the command cannot find */
  readonly check: (key: string, label: string) => void
  /** A key that it can find. */
  readonly example: string
}

/** The findings of a run beside the lines of --known. */
export type KnownFacts = {
  /** Keys that were found, and do not count. */
  readonly accepted: readonly string[]
  /** Keys of lines that are over, with their last day, for findings that count. */
  readonly over: readonly { key: string; until: string }[]
  /** Keys of lines for what was not found. */
  readonly not_met: readonly string[]
}

/** The outcome of --known-update. Its failure is told after the findings, since no other run may find them again. */
export type Acceptance = { readonly note: string; readonly failure?: Failure }

/** The findings of --known, which the user accepts until some day; --known-update adds to them. */
export class KnownFindings {
  readonly #file: string
  readonly #keys: Keys
  #lines: readonly string[]
  readonly #today: string

  /** @throws Failure for a line that says something else */
  private constructor(file: string, lines: readonly string[], today: string, keys: Keys) {
    this.#file = file
    this.#lines = lines
    this.#today = today
    this.#keys = keys
    this.#check()
  }

  /** @throws Failure for a file that cannot be read, a line that says something else, or one option without the other */
  static read(
    { known, 'known-update': updates }: { known: string | undefined; 'known-update': boolean },
    keys: Keys,
  ): KnownFindings {
    const today = new Date(machineClock.now()).toISOString().slice(0, 10)
    if (known === undefined) {
      if (updates) throw usageError('--known-update needs --known <file>')
      return new KnownFindings('', [], today, keys)
    }
    if (updates) checkPlace(known)
    return new KnownFindings(known, readLines(known, updates), today, keys)
  }

  has(key: string): boolean {
    return this.#entries.some((entry) => isMatch(entry, key) && !this.#isOver(entry))
  }

  /** @param met the keys of all that was found */
  facts(met: Iterable<string>): KnownFacts {
    const keys = [...met].toSorted()
    const counted = keys.filter((key) => !this.has(key))
    const isIn = (found: readonly string[]) => (entry: KnownFinding) =>
      found.some((key) => isMatch(entry, key))
    return {
      accepted: keys.filter((key) => this.has(key)),
      over: this.#entries.filter(isIn(counted)).map(({ key, until = '' }) => ({ key, until })),
      not_met: this.#entries.filter((entry) => !isIn(keys)(entry)).map(({ key }) => key),
    }
  }

  /**
   * Accepts these from now on, for 90 days: lines that are over get the new date, others are added. Nothing is taken
   * away, since a run does not find all; nor what another run has written meanwhile.
   */
  accept(found: Iterable<string>): Acceptance {
    const day = new Date(Date.parse(this.#today) + DAYS * 86_400_000).toISOString().slice(0, 10)
    let keys = [...new Set(found)].filter((key) => !this.has(key)).toSorted()
    try {
      const now = readLines(this.#file, true)
      const latest = new KnownFindings(this.#file, now, this.#today, this.#keys)
      keys = keys.filter((key) => !latest.has(key))
      const lines = withKeys(latest.#lines, keys, day)
      if (keys.length > 0) writeWholeFile(this.#file, lines.join('\n'), SHARED)
      this.#lines = lines
    } catch (error) {
      const why = writeProblem(error).replace(/^alias-sandbox: /, '')
      const message = `--known-update: cannot write ${this.#file} (${why})`
      return { note: `Not accepted: ${keys.join(', ')}.`, failure: runtimeError(message) }
    }
    return keys.length === 0
      ? { note: `${this.#file} is as it was: all that was found is in it.` }
      : { note: `Accepted in ${this.#file} until ${day}: ${keys.join(', ')}.` }
  }

  #check(): void {
    const { check, example } = this.#keys
    for (const [at, line] of this.#lines.entries()) {
      const label = `${this.#file}:${at + 1}`
      const entry = entryOf(line)
      const text = withoutComment(line)
      const expected = `a key, and if you like the last day on which it is accepted, such as ${example} until 2027-01-31`
      if (entry) check(entry.key, label)
      else if (text !== '') throw usageError(invalidValue(text, label, expected))
    }
  }

  get #entries(): KnownFinding[] {
    return this.#lines.flatMap((line) => entryOf(line) ?? [])
  }

  #isOver({ until }: KnownFinding): boolean {
    return until !== undefined && until < this.#today
  }
}

/** Sentences for those who read the result. */
export function knownNotes({ accepted, over, not_met: notMet }: KnownFacts): string[] {
  const counted = over.map(({ key, until }) => `${key} (until ${until})`)
  return [
    ...(accepted.length > 0 ? [`Known, so not counted: ${accepted.join(', ')}.`] : []),
    ...(counted.length > 0 ? [`In --known, but over, so counted: ${counted.join(', ')}.`] : []),
    ...(notMet.length > 0 ? [`In --known, but not met: ${notMet.join(', ')}.`] : []),
  ]
}

/** Finds out before a long run what would fail after it. @throws Failure */
function checkPlace(file: string): void {
  try {
    refuseSpecial(file)
    accessSync(dirname(file), constants.W_OK)
  } catch (error) {
    throw usageError(`--known-update: cannot write ${file} (${writeProblem(error)})`)
  }
}

/** The lines of the file; none if there is no file yet, and it may be new. @throws Failure */
function readLines(file: string, mayBeNew: boolean): string[] {
  if (mayBeNew && !existsSync(file)) return []
  return readTextFile(file, limits.controlBytes.value).split('\n')
}

/** These lines with a new day for each key, be it that of a line with `*`. The ends of lines stay those of the file. */
function withKeys(before: readonly string[], keys: readonly string[], day: string): string[] {
  const end = before[0]?.endsWith('\r') ? '\r' : ''
  const isIn = (line: string, key: string) => {
    const entry = entryOf(line)
    return entry !== undefined && isMatch(entry, key)
  }
  const lines = before.map((line) =>
    keys.some((key) => isIn(line, key)) ? line.replace(/(until\s+)\S+/, `$1${day}`) : line,
  )
  while (lines.at(-1)?.trim() === '') lines.pop()
  const added = keys.filter((key) => !lines.some((line) => isIn(line, key)))
  return [...lines, ...added.map((key) => `${key} until ${day}${end}`), '']
}

/** Undefined for an empty line, and for one that says something else. */
function entryOf(line: string): KnownFinding | undefined {
  const [, key, until] = /^(\S+)(?:\s+until\s+(\d{4}-\d\d-\d\d))?$/.exec(withoutComment(line)) ?? []
  if (key === undefined || (until !== undefined && !isDay(until))) return undefined
  return { key, until }
}

function withoutComment(line: string): string {
  return line.replace(/#.*/s, '').trim()
}

/** Is there such a day? `Date` takes 2027-02-30 for the second of March. */
function isDay(text: string): boolean {
  const ms = Date.parse(text)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

function isMatch({ key }: KnownFinding, found: string): boolean {
  return key.endsWith('*') ? found.startsWith(key.slice(0, -1)) : found === key
}
