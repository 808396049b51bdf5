// Constructors for rows. A row is one input of the sandbox: a place where a value comes in from outside.
//
// `covers` names the input as in the OpenAPI document (an operation, `operation body`, `operation
// query:name`), or as `header:name`, `file:name` or `argument:name`; table.test.ts checks that none is
// missing.

import { limits } from '../limits.js'

/** The maximum size of control bodies; `/v1` and sessions have their own limits. */
export const CONTROL_BODY = limits.controlBytes.value
export const V1_BODY = limits.callBytes.value
export const SESSION = limits.stateBytes.value
export const SCENARIO = limits.controlBytes.value
export const TARGET = limits.targetBytes.value
export const HEADERS = limits.headerBytes.value

/** Longer than the case itself takes, so that a wait ends by itself. */
const WAIT = 'timeout=0.2s'

/** A JSON body; `sample` is a valid body, or a function that creates one. */
export function bodyRow(operation, sample, more = {}) {
  const { limit = CONTROL_BODY, key, name = operation, ...rest } = more
  return {
    name: `${name}: body`,
    covers: [operation, `${operation} body`],
    make(draw, context) {
      const value = typeof sample === 'function' ? sample(context) : sample
      return { ...requestOf(operation, draw), key, body: draw.json(value, limit) }
    },
    ...rest,
  }
}

/** The query: each known parameter by itself, and an unknown one. */
export function queryRow(operation, plain = {}, more = {}) {
  const names = Object.keys(plain)
  return {
    name: `${operation}: query`,
    covers: [operation, ...names.map((name) => `${operation} query:${name}`)],
    make(draw) {
      const request = requestOf(operation, draw)
      const name = draw.oneOf([...names, 'unknown'])
      const value = draw.text(TARGET, plain[name] ?? 'x')
      const waits = operation.endsWith('/wait') && name !== 'timeout' ? `&${WAIT}` : ''
      return { ...request, target: `${request.target}?${name}=${value}${waits}` }
    },
    ...more,
  }
}

/** One parameter of the path, such as {account}. */
export function pathRow(operation, parameter, more = {}) {
  return {
    name: `${operation}: {${parameter}}`,
    covers: [operation, `${operation} path:${parameter}`],
    make(draw) {
      const value = draw.text(TARGET, samples[parameter])
      return requestOf(operation.replace(`{${parameter}}`, value), draw)
    },
    ...more,
  }
}

/** One header of an otherwise valid request. */
export function headerRow(name, plain, more = {}) {
  const { operation = 'GET /v1/aliases', body, ...rest } = more
  return {
    name: `header ${name}`,
    covers: [`header:${name.toLowerCase()}`],
    make(draw) {
      const value = draw.text(HEADERS, plain)
      const request = requestOf(operation, draw)
      return { ...request, body, headers: [[name, value]], without: name.toLowerCase() }
    },
    ...rest,
  }
}

const samples = { account: 'default', name: 'plus', id: 'req_1', number: '1' }

/** A request for an operation. Half of the requests about the default account use the path with its name. */
export function requestOf(operation, draw) {
  const [method, template] = operation.split(/ (.*)/s)
  const path = template.replace(/\{(\w+)\}/g, (_, name) => samples[name])
  const isAboutAccount =
    /^\/_sandbox\/(actions\/|aliases|faults|inbox|requests|report|choices)/.test(path)
  const target =
    isAboutAccount && draw.chance(0.5)
      ? path.replace('/_sandbox/', '/_sandbox/accounts/default/')
      : path
  return { method, target, headers: [] }
}
