// The forms of a row. A row is one input of the sandbox: where a value comes in from outside.
//
// `covers` names it as the OpenAPI document does (an operation, `operation body`, `operation query:name`),
// or as `header:name`, `file:name` or `argument:name`; table.test.ts checks that none is missing.

import { inputBounds } from '../bounds.js'

/** What control bodies may weigh; `/v1` and whole states have limits of their own. */
export const CONTROL_BODY = inputBounds.controlBodyBytes.max
export const V1_BODY = inputBounds.v1BodyBytes.max
export const STATE_BODY = inputBounds.stateBytes.max
export const SCENARIO = inputBounds.scenarioBytes.max
export const TARGET = inputBounds.targetBytes.max
export const HEADERS = inputBounds.headerBytes.max

/** Longer than the shape itself takes, so that a wait ends by itself. */
const WAIT = 'timeout=0.2s'

/** A JSON body; `sample` is one that is accepted, or a function that makes it. */
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

/** The query: each known parameter by itself, and one that is not known. */
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

/** One header of a request that is fine otherwise. */
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

const samples = { account: 'default', name: 'plus', id: 'req_1' }

/** A request of an operation; what is about `default` goes by its name every other time. */
export function requestOf(operation, draw) {
  const [method, template] = operation.split(/ (.*)/s)
  const path = template.replace(/\{(\w+)\}/g, (_, name) => samples[name])
  const isAboutAccount = /^\/_sandbox\/(actions\/|aliases|faults|requests|report|choices)/.test(
    path,
  )
  const target =
    isAboutAccount && draw.chance(0.5)
      ? path.replace('/_sandbox/', '/_sandbox/accounts/default/')
      : path
  return { method, target, headers: [] }
}
