// What every host has beside the language: Node, browsers and their workers. Only what is used.

declare function atob(base64: string): string
declare function queueMicrotask(act: () => void): void
declare const performance: { now(): number }

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(bytes: Uint8Array): string
}

declare class URL {
  constructor(url: string)
  static canParse(url: string): boolean
  readonly origin: string
}

declare class URLSearchParams {
  constructor(query: string)
  get(name: string): string | null
  keys(): IterableIterator<string>
  [Symbol.iterator](): IterableIterator<[string, string]>
}

interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(event: 'abort', act: () => void, options?: { once: boolean }): void
  removeEventListener(event: 'abort', act: () => void): void
  throwIfAborted(): void
}

declare class AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}
