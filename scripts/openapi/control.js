// The paths of the control API: one per row of its route table, and one per action.
import { actionNames, actionRow } from '../../build/contract/actions.js'
import { routes } from '../../build/http/control/routes.js'
import { argumentsName, refTo, toPascal } from './components.js'
import { controlAnswers } from './control-answers.js'

const BASE = '/_sandbox/'

export function controlPaths() {
  const paths = {}
  const add = (path, method, operation) => {
    const written = BASE + path.replaceAll(/:(\w+)/g, '{$1}')
    paths[written] = { ...paths[written], [method.toLowerCase()]: operation }
  }
  for (const route of routes.flatMap(withActions)) {
    add(route.path, route.method, operationOf(route, route.path, route.about.id))
    if (route.scope !== 'account') continue
    const path = `accounts/:account/${route.path}`
    add(path, route.method, operationOf(route, path, `${route.about.id}OfAccount`))
  }
  return paths
}

export const controlSecurity = {
  controlToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'Required if the sandbox was started with a control token.',
  },
}

/** The route table has one row for all actions; each action becomes its own path with its own arguments. */
function withActions(route) {
  const about = controlAnswers[`${route.method} ${route.path}`]
  if (!about) {
    throw new Error(
      `${route.method} ${route.path} has no row in scripts/openapi/control-answers.js: add its schemas there`,
    )
  }
  if (!route.path.endsWith(':action')) return [{ ...route, about }]
  return actionNames.map((name) => ({
    ...route,
    path: route.path.replace(':action', name),
    summary: actionRow(name).summary,
    about: {
      ...about,
      id: `${about.id}${toPascal(name)}`,
      tag: 'actions',
      body: refTo(argumentsName(name)),
    },
  }))
}

function operationOf({ summary, about, method }, path, operationId) {
  const { query = {}, headers = {}, body, needsBody = false, tag = 'control' } = about
  const parameters = [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(query).map(([name, parameter]) => ({ name, in: 'query', ...parameter })),
    ...Object.entries(headers).map(([name, parameter]) => ({ name, in: 'header', ...parameter })),
  ]
  return {
    operationId,
    tags: [tag],
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: json(body, { required: needsBody }) }),
    responses: responsesOf(about, method, path),
  }
}

function responsesOf({ status = 200, answer, also = {}, texts = [], errors = [] }, method, path) {
  const isAbout = path.startsWith('accounts/:account/')
  const isWrite = method === 'POST' || method === 'PUT'
  const refused = [401, 403, ...(isAbout ? [404] : []), ...(isWrite ? [415] : []), ...errors]
  const textual = Object.fromEntries(texts.map((type) => [type, { schema: { type: 'string' } }]))
  return {
    [status]: {
      description: 'Done.',
      ...(texts.length > 0 && { headers: textHeaders }),
      ...((answer || texts.length > 0) && {
        content: { ...(answer && { 'application/json': { schema: answer } }), ...textual },
      }),
    },
    ...Object.fromEntries(
      Object.entries(also).map(([code, schema]) => [
        code,
        json(schema, { description: successes[code] ?? meanings[code] }),
      ]),
    ),
    ...Object.fromEntries(
      refused.map((code) => [
        code,
        method === 'HEAD'
          ? { description: meanings[code] }
          : { $ref: `#/components/responses/Refused${code}` },
      ]),
    ),
  }
}

/** Keeps browsers from treating text as a page. */
const textHeaders = {
  'X-Content-Type-Options': { schema: { const: 'nosniff' } },
  'Cache-Control': { schema: { const: 'no-store' } },
}

const successes = { 201: 'Done, and an account was created.' }
const meanings = {
  400: 'An argument is invalid; `field` names it.',
  401: 'The control token is missing or invalid.',
  403: 'The request comes from a page of another origin, or its Host is not allowed.',
  404: 'Not found.',
  408: 'The calls did not arrive in time.',
  409: 'Not possible in the current state; nothing was changed.',
  413: 'The request body is too large.',
  415: 'Writes need Content-Type: application/json.',
  503: 'The sandbox is closing.',
}

/** The error responses of the control API, by status. */
export const controlResponses = Object.fromEntries(
  Object.entries(meanings).map(([code, description]) => [
    `Refused${code}`,
    json(refTo('ControlError'), { description }),
  ]),
)

function json(schema, more) {
  return { ...more, content: { 'application/json': { schema } } }
}
