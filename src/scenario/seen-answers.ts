import type { CallAnswer } from './expect-answer.ts'

const NAMED = /\{([a-z][a-z0-9_]*)\.([a-z0-9_.]+)\}/g

/** The answers of earlier steps, whose values later steps can use. */
export class SeenAnswers {
  #id: string | undefined
  #cursor: string | undefined
  readonly #named = new Map<string, object>()

  remember({ alias, page, body }: CallAnswer, name: string | undefined): void {
    const id = alias?.['id']
    if (typeof id === 'string') this.#id = id
    if (page) {
      const { next_cursor: cursor } = page
      this.#cursor = typeof cursor === 'string' ? cursor : undefined
    }
    if (name !== undefined) this.name(name, body)
  }

  name(name: string, answer: object): void {
    this.#named.set(name, answer)
  }

  /** Finds a placeholder in a value that has no value yet, and says so. */
  lacking(value: unknown): string | undefined {
    const text = JSON.stringify(value) ?? ''
    if (text.includes('{id}') && this.#id === undefined) {
      return 'no answer before it had an alias to put in place of {id}'
    }
    if (text.includes('{next_cursor}') && this.#cursor === undefined) {
      return 'no answer before it had a next_cursor to put in place of {next_cursor}'
    }
    for (const [mark, name = '', path = ''] of text.matchAll(NAMED)) {
      if (this.#named.has(name) && this.#fieldOf(name, path) === undefined) {
        return `the answer named ${name} has no ${path} to put in place of ${mark}`
      }
    }
    return undefined
  }

  /** Replaces the placeholders in a value, at any depth. */
  fill(value: unknown, encode: (text: string) => string = (text) => text): unknown {
    if (typeof value === 'string') {
      return value
        .replaceAll('{id}', (mark) => encode(this.#id ?? mark))
        .replaceAll('{next_cursor}', (mark) => encode(this.#cursor ?? mark))
        .replace(NAMED, (mark, name: string, path: string) => {
          const field = this.#fieldOf(name, path)
          return field === undefined ? mark : encode(field)
        })
    }
    if (Array.isArray(value)) return value.map((item) => this.fill(item, encode))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, this.fill(inner, encode)]),
    )
  }

  #fieldOf(name: string, path: string): string | undefined {
    let value: unknown = this.#named.get(name)
    for (const key of path.split('.')) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) {
        return undefined
      }
      value = (value as Record<string, unknown>)[key]
    }
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  }
}
