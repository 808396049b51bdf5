import { isSuccess } from '../../contract/operations.ts'
import type { Alias } from '../../contract/shapes.ts'
import type { ServedCall } from './served-call.ts'
import type { ChangedAnswer } from './lie.ts'

/** The changes of answers by lies: status, headers and body. */

type Json = Readonly<Record<string, unknown>>

export type Page = Readonly<{
  aliases: readonly Alias[]
  next_cursor: string | null
  has_more: boolean
}>

const HTML = `<html>
<head><title>502 Bad Gateway</title></head>
<body><h1>Bad Gateway</h1></body>
</html>
`

export function withStatus(status: number): (call: ServedCall) => ChangedAnswer {
  return ({ result: { response } }) => ({
    response: { status, headers: response.headers, body: response.body },
  })
}

/** Another status, without a header Retry-After: the answer of something that knows nothing of it. */
export function withBareStatus(status: number): (call: ServedCall) => ChangedAnswer {
  return (call) => withRetryAfter(undefined)(call, status)
}

/** Another value of Retry-After, or none. */
export function withRetryAfter(
  value: string | ((call: ServedCall) => string) | undefined,
): (call: ServedCall, status?: number) => ChangedAnswer {
  return (call, status = call.result.response.status) => {
    const { headers: before, body } = call.result.response
    const { 'Retry-After': _before, ...headers } = before
    if (value === undefined) return { response: { status, headers, body } }
    const text = typeof value === 'string' ? value : value(call)
    const seconds = /^\d+$/.test(text) ? Number(text) : undefined
    const changed = { ...headers, 'Retry-After': text }
    return { response: { status, headers: changed, retry_after_seconds: seconds, body } }
  }
}

/** Another body as text. */
export function withBody(put: (body: string) => string): (call: ServedCall) => ChangedAnswer {
  return ({ result: { response } }) => {
    const { status, headers, retry_after_seconds } = response
    return { response: { status, headers, retry_after_seconds, body: put(response.body) } }
  }
}

export function withHtml(call: ServedCall): ChangedAnswer {
  const { response } = withBody(() => HTML)(call)
  const headers = { ...response.headers, 'Content-Type': 'text/html' }
  return { response: { ...response, headers } }
}

/** The first half of the body, as a whole answer. */
export const withHalf = withBody((body) => body.slice(0, Math.floor(body.length / 2)))

export const withNothing = withBody(() => '')

/** Another body as JSON; undefined leaves the answer. */
export function withJson(
  edit: (body: Json, call: ServedCall) => unknown,
): (call: ServedCall) => ChangedAnswer | undefined {
  return (call) => {
    const edited = edit(readJson(call), call)
    return edited === undefined ? undefined : withBody(() => JSON.stringify(edited))(call)
  }
}

/** Another page of aliases; undefined leaves it. */
export function withPage(
  edit: (page: Page, call: ServedCall) => object | undefined,
): (call: ServedCall) => ChangedAnswer | undefined {
  return withJson((body, call) => edit(body as Page, call))
}

/** Changes an alias wherever it is answered: created, or on a page. Undefined leaves it. */
export function withAlias(
  edit: (alias: Alias, call: ServedCall) => object | undefined,
): (call: ServedCall) => ChangedAnswer | undefined {
  return withJson((body, call) => {
    if ('alias' in body) {
      const edited = edit(body['alias'] as Alias, call)
      return edited && { ...body, alias: edited }
    }
    const { aliases } = body as Page
    const edited = aliases.map((alias) => edit(alias, call))
    if (edited.every((each) => each === undefined)) return undefined
    return { ...body, aliases: aliases.map((alias, at) => edited[at] ?? alias) }
  })
}

/** The answer that the service would have sent. */
export function readJson({ result }: ServedCall): Json {
  return JSON.parse(result.response.body) as Json
}

/** The aliases in the answer to a call that succeeded. */
export function aliasesIn(call: ServedCall): readonly Alias[] {
  if (!isSuccess(call.result.outcome)) return []
  const body = readJson(call)
  return 'alias' in body ? [body['alias'] as Alias] : (body as Page).aliases
}

/** The object without a field. */
export function without(value: object, field: string): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== field))
}

/** Is it a page behind the first one? */
export function isLaterPage({ request }: ServedCall): boolean {
  return /(?:^|&)last_key=[^&]/.test(request.query)
}
