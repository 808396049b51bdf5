import { isAction } from '../../contract/history/entry-types.ts'
import { parseJson } from '../../contract/values/value-limits.ts'
import type { Beat } from './line.ts'
import { isObject } from '../../text/json-values.ts'

/** The place where a value was first seen: the step, and the path to its field. */
type Place = { step: number; path: string }

/** Ids and cursors come from answers: a scenario names the answer instead of the value. */
export class References {
  readonly #places = new Map<string, Place>()
  /** Ids that the scenario itself has; they stay as they are. */
  readonly #fixed: ReadonlySet<string>
  #id: string | undefined
  #cursor: string | undefined

  constructor(fixed: Iterable<string>) {
    this.#fixed = new Set(fixed)
  }

  /** Remembers the ids and cursors of an answer that the client received. */
  remember(beat: Beat, step: number, isReceived: boolean): void {
    const body = isAction(beat) ? beat.result : isReceived && parsed(beat.response.body)
    if (!isObject(body)) return
    this.#collect(body, '', step)
    if (isAction(beat)) return
    const aliases = Array.isArray(body['aliases']) ? (body['aliases'] as unknown[]) : undefined
    const first = body['alias'] ?? aliases?.[0]
    if (isObject(first) && typeof first['id'] === 'string') this.#id = first['id']
    if (!aliases) return
    const cursor = body['next_cursor']
    this.#cursor = typeof cursor === 'string' ? cursor : undefined
  }

  /** The placeholder for a value; undefined if no answer had it. `use` is told which step to name. */
  find(value: string, use: (step: number) => string): string | undefined {
    if (this.#fixed.has(value)) return undefined
    if (value === this.#id) return '{id}'
    if (value === this.#cursor) return '{next_cursor}'
    const place = this.#places.get(value)
    return place && `{${use(place.step)}.${place.path}}`
  }

  #collect(value: object, path: string, step: number): void {
    for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
      const place = path === '' ? key : `${path}.${key}`
      if (isObject(inner) || Array.isArray(inner)) this.#collect(inner, place, step)
      else if ((key === 'id' || key === 'next_cursor') && typeof inner === 'string') {
        this.#places.set(inner, { step, path: place })
      }
    }
  }
}

function parsed(text: string): unknown {
  const read = parseJson(text)
  return read.ok ? read.value : undefined
}
