import type { BodyOf, GivenQuery, ParameterOf, RouteName } from '../contract/control/routes.ts'

/** The arguments of a request to a route; none are needed where nothing is required. */
export type Args<Name extends RouteName> =
  object extends Request<Name> ? [request?: Request<Name>] : [request: Request<Name>]

type Request<Name extends RouteName> = Record<ParameterOf<Name>, string> & {
  query?: GivenQuery<Name>
  signal?: AbortSignal | undefined
} & (undefined extends BodyOf<Name> ? { body?: never } : { body: BodyOf<Name> })

/** A request to any route, when it is sent. */
export type AnyRequest = {
  readonly query?: object | undefined
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  readonly [parameter: string]: unknown
}

/** The method of a route, and its path with these parameters. */
export function toTarget(
  route: RouteName,
  { query = {}, ...given }: AnyRequest,
): [method: string, path: string] {
  const [method = '', template = ''] = route.split(' ')
  const valueOf = (name: string) => encodeURIComponent(String(given[name]))
  const path = template.replaceAll(/:(\w+)/g, (_mark, name: string) => valueOf(name))
  const { account = 'default' } = given
  const isScoped = account !== 'default' && !template.includes(':account')
  return [method, `${isScoped ? `accounts/${valueOf('account')}/` : ''}${path}${toQuery(query)}`]
}

/** A query with these parameters; lists are separated by commas, a time is ISO 8601 as in a body, other objects are JSON. */
function toQuery(parameters: object): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  const pairs = given.map(([name, value]): [string, string] => [name, toText(value)])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  const plain: unknown = value instanceof Date ? value.toJSON() : value
  return typeof plain === 'string' ? plain : JSON.stringify(plain)
}
