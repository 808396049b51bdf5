import { CONTROL } from '../contract/control/control-path.ts'
import type { Route } from './route.ts'

/** The path of a route, in words between slashes: `:account` is a parameter. */
type Pattern = { route: Route; words: readonly string[] }

type Parameters = Readonly<Record<string, string>>

/** The route of a request; or the methods that its path has; or that it cannot be decoded; or nothing. */
export type Found =
  { route: Route; params: Parameters } | { allowed: readonly string[] } | 'undecodable' | undefined

/** Finds routes by method and path. Letters and trailing slashes count; the first row that fits is taken. */
export class RouteFinder {
  readonly #patterns: readonly Pattern[]

  constructor(routes: readonly Route[]) {
    this.#patterns = routes.flatMap((route) =>
      pathsOf(route).map((path) => ({ route, words: path.split('/') })),
    )
  }

  find(method: string, path: string): Found {
    const words = path.split('/')
    let other: Pattern | undefined
    for (const pattern of this.#patterns) {
      if (!fits(pattern.words, words)) continue
      const params = paramsOf(pattern.words, words)
      if (params === undefined) return 'undecodable'
      if (isFor(pattern.route, method)) return { route: pattern.route, params }
      other ??= pattern
    }
    return other && { allowed: this.#methodsOf(other.words.join('/')) }
  }

  #methodsOf(path: string): string[] {
    return this.#patterns
      .filter(({ words }) => words.join('/') === path)
      .map(({ route }) => route.method)
  }
}

/** A route of an account has two paths: one for `default`, one under the account's name. */
function pathsOf({ path, ofAccount }: Route): string[] {
  const own = `${CONTROL}/${path}`
  return ofAccount ? [own, `${CONTROL}/accounts/:account/${path}`] : [own]
}

function isFor(route: Route, method: string): boolean {
  return route.method === method || (route.method === 'GET' && method === 'HEAD')
}

const isParameter = (word: string) => word.startsWith(':')

function fits(pattern: readonly string[], words: readonly string[]): boolean {
  return (
    pattern.length === words.length &&
    pattern.every((each, at) => (isParameter(each) ? words[at] !== '' : words[at] === each))
  )
}

/** Undefined when one is not valid percent-encoding. */
function paramsOf(pattern: readonly string[], words: readonly string[]): Parameters | undefined {
  const params: Record<string, string> = {}
  try {
    for (const [at, each] of pattern.entries()) {
      if (isParameter(each)) params[each.slice(1)] = decodeURIComponent(words[at]!)
    }
    return params
  } catch {
    return undefined
  }
}
