import { existsSync } from 'node:fs'
import { limits } from '../../contract/limits.ts'
import { machineClock } from '../../node/machine-clock.ts'
import { SHARED, writeProblem, writeWholeFile } from '../../node/files/whole-file.ts'
import { runtimeError, usageError } from '../output/failure.ts'
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

/** Throws a Failure for a key that the command cannot find. */
type CheckKey = (key: string, label: string) => void

/** The findings of --known, which the user accepts until some day; --known-update adds to them. */
export class KnownFindings {
  readonly #file: string
  readonly #lines: string[]
  readonly #today: string

  private constructor(file: string, lines: string[], today: string) {
    this.#file = file
    this.#lines = lines
    this.#today = today
  }

  /** @throws Failure for a file that cannot be read, a line that says something else, or one option without the other */
  static read(
    { known, 'known-update': updates }: { known: string | undefined; 'known-update': boolean },
    checkKey: CheckKey,
  ): KnownFindings {
    const today = new Date(machineClock.now()).toISOString().slice(0, 10)
    if (known === undefined) {
      if (updates) throw usageError('--known-update needs --known <file>')
      return new KnownFindings('', [], today)
    }
    const isNew = updates && !existsSync(known)
    const text = isNew ? '' : readTextFile(known, limits.controlBytes.value)
    const findings = new KnownFindings(known, text === '' ? [] : text.split('\n'), today)
    findings.#check(checkKey)
    if (!updates && findings.#entries.length === 0)
      throw usageError(invalidValue(known, '--known', 'a file with a key in each line'))
    return findings
  }

  has(key: string): boolean {
    return this.#entries.some((entry) => isMatch(entry, key) && !this.#isOver(entry))
  }

  /** Facts about the file that the reader of a result needs. `met` has the keys of all that was found. */
  notes(met: ReadonlySet<string>): string[] {
    const keys = [...met].toSorted()
    const accepted = keys.filter((key) => this.has(key))
    const isMet = (entry: KnownFinding) => keys.some((key) => isMatch(entry, key))
    const unmet = this.#entries.filter((entry) => !isMet(entry)).map(({ key }) => key)
    const over = this.#entries.filter((entry) => isMet(entry) && this.#isOver(entry))
    const counted = over.map(({ key, until }) => `${key} (until ${until})`)
    return [
      ...(accepted.length > 0 ? [`Known, so not counted: ${accepted.join(', ')}.`] : []),
      ...(counted.length > 0 ? [`In --known, but over, so counted: ${counted.join(', ')}.`] : []),
      ...(unmet.length > 0 ? [`In --known, but not met: ${unmet.join(', ')}.`] : []),
    ]
  }

  /**
   * Accepts these from now on, for 90 days: a line of its own gets the new date, others are added. Nothing is taken
   * away, since a run does not find all. @throws Failure if the file cannot be written
   */
  accept(found: Iterable<string>): string[] {
    const keys = [...new Set(found)].filter((key) => !this.has(key)).toSorted()
    if (keys.length === 0) return [`${this.#file} is as it was: all that was found is in it.`]
    const day = new Date(Date.parse(this.#today) + DAYS * 86_400_000).toISOString().slice(0, 10)
    for (const key of keys) this.#accept(key, day)
    try {
      writeWholeFile(this.#file, `${this.#lines.join('\n').trimEnd()}\n`, SHARED)
    } catch (error) {
      throw runtimeError(`--known-update: cannot write ${this.#file} (${writeProblem(error)})`)
    }
    return [`Accepted in ${this.#file} until ${day}: ${keys.join(', ')}.`]
  }

  #accept(key: string, day: string): void {
    const at = this.#lines.findIndex((line) => entryOf(line)?.key === key)
    if (at >= 0) this.#lines[at] = this.#lines[at]!.replace(/ until \S+/, ` until ${day}`)
    else {
      if (this.#lines.at(-1)?.trim() === '') this.#lines.pop()
      this.#lines.push(`${key} until ${day}`)
    }
  }

  #check(checkKey: CheckKey): void {
    for (const [at, line] of this.#lines.entries()) {
      const label = `${this.#file}:${at + 1}`
      const entry = entryOf(line)
      if (entry) checkKey(entry.key, label)
      else if (withoutComment(line) !== '')
        throw usageError(
          invalidValue(
            withoutComment(line),
            label,
            'a key, and if you like the last day on which it is accepted, such as gives_up/outage/create until 2027-01-31',
          ),
        )
    }
  }

  get #entries(): KnownFinding[] {
    return this.#lines.flatMap((line) => entryOf(line) ?? [])
  }

  #isOver({ until }: KnownFinding): boolean {
    return until !== undefined && until < this.#today
  }
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
