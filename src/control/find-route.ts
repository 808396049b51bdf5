import { CONTROL } from '../contract/control/control-path.ts'
import { printable } from '../text/escape.ts'
import { maskPath } from '../text/mask.ts'
import type { Question } from './question.ts'
import { errorAnswer, type RouteAnswer, type Route } from './route.ts'

/** The path of a route, in words between slashes: `:account` is a parameter. */
type Pattern = { route: Route; words: readonly string[] }

type Parameters = Readonly<Record<string, string>>

export type FoundRoute = { route: Route; params: Parameters }

/** Finds routes by method and path. Letters and trailing slashes count; the first row that fits is taken. */
export class RouteFinder {
  readonly #patterns: readonly Pattern[]

  constructor(routes: readonly Route[]) {
    this.#patterns = routes.flatMap((route) =>
      pathsOf(route).map((path) => ({ route, words: path.split('/') })),
    )
  }

  /** The route of a request, or the answer to one that has none. */
  find({ method, path }: Pick<Question, 'method' | 'path'>): FoundRoute | { refused: RouteAnswer } {
    const words = path.split('/')
    let other: Pattern | undefined
    for (const pattern of this.#patterns) {
      if (!fits(pattern.words, words)) continue
      const params = paramsOf(pattern.words, words)
      if (params === undefined) {
        return { refused: errorAnswer(400, 'The path contains an invalid percent-encoding.') }
      }
      if (isFor(pattern.route, method)) return { route: pattern.route, params }
      other ??= pattern
    }
    if (other === undefined) {
      const shown = printable(maskPath(path), 100)
      return { refused: errorAnswer(404, `The control API has no route ${method} ${shown}.`) }
    }
    const allow = this.#methodsOf(other.words.join('/')).join(', ')
    const message = `Method ${method} is not allowed here (allowed: ${allow}).`
    return { refused: { ...errorAnswer(405, message), headers: { Allow: allow } } }
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
