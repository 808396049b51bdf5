/** Any function, with what it is called on. */
export type Call = (this: unknown, ...args: unknown[]) => unknown

/** Properties of objects that are replaced until `undo`. */
export class Replacements {
  readonly #undo: (() => void)[] = []

  /** Gives a property another value. A function keeps the name and length of the one before. */
  set(object: object, name: PropertyKey, value: unknown): void {
    const before: unknown = Reflect.get(object, name)
    if (typeof value === 'function' && typeof before === 'function') {
      const { name: own, length } = Object.getOwnPropertyDescriptors(before)
      Object.defineProperties(value, { name: own, length })
    }
    this.#define(object, name, { value, writable: true })
  }

  /** Gives a method that is made of the present one. */
  wrap(object: object, name: string, wrap: (original: Call) => Call): void {
    this.set(object, name, wrap((object as Record<string, Call>)[name]!))
  }

  /** Makes a property call a function each time it is read. */
  get(object: object, name: PropertyKey, get: () => unknown): void {
    this.#define(object, name, { get })
  }

  /** Puts back what was there, except where somebody else has replaced it since. */
  undo(): void {
    for (const undo of this.#undo.splice(0).toReversed()) undo()
  }

  #define(object: object, name: PropertyKey, property: PropertyDescriptor): void {
    const before = Object.getOwnPropertyDescriptor(object, name)
    const enumerable = before?.enumerable ?? true
    Object.defineProperty(object, name, { ...property, enumerable, configurable: true })
    this.#undo.push(() => {
      const now = Object.getOwnPropertyDescriptor(object, name)
      if (now?.value !== property.value || now?.get !== property.get) return
      if (before) Object.defineProperty(object, name, before)
      else Reflect.deleteProperty(object, name)
    })
  }
}
