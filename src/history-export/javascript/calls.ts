import type { CallStep } from '../../contract/expect.ts'
import type { HistoryFileItemOf } from '../../contract/history-file.ts'
import { inputBounds } from '../../contract/bounds.ts'
import { Code } from '../code.ts'
import { toLiteral, toText } from './values.ts'
import { noNames, type Names } from '../written.ts'

/** Methods that fetch refuses. */
const refused = ['CONNECT', 'TRACE', 'TRACK']

/** Can fetch make this call, and as it was? It resolves dots in paths, and sends no body with GET. */
export function canFetch({ request }: HistoryFileItemOf<'call'>): boolean {
  const { method, path, query = '', body } = request
  if (refused.includes(method)) return false
  if ((method === 'GET' || method === 'HEAD') && (body || request.unreadable)) return false
  const target = `${path}${query === '' ? '' : `?${query}`}`
  if (!URL.canParse(target, 'http://sandbox')) return false
  const { host, pathname, search } = new URL(target, 'http://sandbox')
  return host === 'sandbox' && `${pathname}${search}` === target
}

/** The arguments of `call` for a step. */
export function toArguments(step: CallStep, names: Names): string {
  const options = {
    ...toBody(step),
    ...(step.headers && { headers: step.headers }),
    ...toKey(step),
    // So that a call that gets no answer ends.
    ...(step.status === 'none' && { timeout: 1_000 }),
  }
  const request = toText(step.call, names, (code) => `encodeURIComponent(${code})`)
  if (Object.keys(options).length === 0) return request
  const used = step.verbatim ? noNames : names
  return `${request}, ${toLiteral(options, used, 0, request.length + 24)}`
}

function toBody({ body, unreadable, headers = {} }: CallStep) {
  const most = inputBounds.v1BodyBytes.max
  if (unreadable === 'too_large') return { body: new Code(`' '.repeat(${most + 1})`) }
  if (unreadable === 'not_utf8') return { body: new Code('new Uint8Array([0xff])') }
  if (body === undefined) return {}
  if (headers['content-type'] !== null) return { body }
  // fetch adds a Content-Type to a text, but not to bytes.
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { body: new Code(`Buffer.from(${toLiteral(text, noNames)})`) }
}

function toKey({ key }: CallStep) {
  if (key === undefined) return {}
  if (key === '{none}') return { key: null }
  return { key: key === '{first_key}' ? new Code('account.apiKey') : key }
}
