// The paths of the control API: one per row of its route table, and one per action.
import * as v from 'valibot'
import { actionNames, actionRow } from '../../build/contract/actions.js'
import { controlRouteList } from '../../build/contract/control/routes.js'
import { answerSchema, argumentsName, bodySchema, refTo, toPascal } from './components.js'

const BASE = '/_sandbox/'

export function controlPaths() {
  const paths = {}
  const add = (path, method, operation) => {
    const written = BASE + path.replaceAll(/:(\w+)/g, '{$1}')
    paths[written] = { ...paths[written], [method.toLowerCase()]: operation }
  }
  for (const route of controlRouteList.flatMap(withActions)) {
    add(route.path, route.method, operationOf(route, route.path, route.id))
    if (!route.ofAccount) continue
    const path = `accounts/:account/${route.path}`
    add(path, route.method, operationOf(route, path, `${route.id}OfAccount`))
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
  if (!route.path.endsWith(':action')) return [route]
  return actionNames.map((name) => ({
    ...route,
    id: `${route.id}${toPascal(name)}`,
    path: route.path.replace(':action', name),
    summary: actionRow(name).summary,
    tag: 'actions',
    body: actionRow(name).arguments,
    content: refTo(argumentsName(name)),
  }))
}

function operationOf(route, path, operationId) {
  const { summary, query = {}, headers = {}, body, tag = 'control' } = route
  const { content = body && bodySchema(body) } = route
  const parameters = [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(query).map(([name, { schema, description }]) => ({
      name,
      in: 'query',
      schema,
      description,
    })),
    ...Object.entries(headers).map(([name, description]) => ({
      name,
      in: 'header',
      schema: { type: 'string' },
      description,
    })),
  ]
  return {
    operationId,
    tags: [tag],
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: json(content, { required: isNeeded(body) }) }),
    responses: responsesOf(route, path),
  }
}

/** Whether something in the body has no default. */
function isNeeded(body) {
  return body !== undefined && !v.is(body, {})
}

function responsesOf(route, path) {
  const { method, answers, refusals = [] } = route
  const isAbout = path.startsWith('accounts/:account')
  const isWrite = method !== 'GET' && method !== 'HEAD'
  const refused = [
    400,
    401,
    403,
    ...(isAbout ? [404] : []),
    ...(isWrite ? [413, 415] : []),
    ...refusals,
  ]
  const describe = ([status, name]) => [status, answerOf(Number(status), name, route)]
  return {
    ...Object.fromEntries(
      refused.map((status) => [
        status,
        method === 'HEAD'
          ? { description: meanings[status] }
          : { $ref: `#/components/responses/Refused${status}` },
      ]),
    ),
    ...Object.fromEntries(Object.entries(answers).map(describe)),
  }
}

/** A response that is no refusal; one to HEAD has no body. */
function answerOf(status, name, { method, texts = [], isDownload = false }) {
  const types = method === 'HEAD' ? [] : texts
  const hasJson = name !== null && method !== 'HEAD'
  const textual = Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]))
  return {
    description: successes[status] ?? meanings[status],
    ...(types.length > 0 && { headers: isDownload ? downloadHeaders : textHeaders }),
    ...((hasJson || types.length > 0) && {
      content: {
        ...(hasJson && { 'application/json': { schema: answerSchema(name) } }),
        ...textual,
      },
    }),
  }
}

/** Keeps browsers from treating text as a page. */
const textHeaders = {
  'X-Content-Type-Options': { schema: { const: 'nosniff' } },
  'Cache-Control': { schema: { const: 'no-store' } },
}

const downloadHeaders = {
  ...textHeaders,
  'Content-Disposition': { schema: { type: 'string' } },
  'Content-Security-Policy': { schema: { const: "sandbox; default-src 'none'" } },
}

const successes = { 200: 'Done.', 201: 'Done, and an account was created.', 204: 'Done.' }
const meanings = {
  400: 'An argument is invalid; `field` names it.',
  401: 'The control token is missing or invalid.',
  403: 'The request comes from a page of another origin, or its Host is not allowed.',
  404: 'Not found.',
  408: 'The calls did not arrive in time.',
  409: 'Not possible in the current state; nothing was changed.',
  413: 'The request body, or what was asked for, is too large.',
  415: 'Writes need Content-Type: application/json.',
  503: 'The sandbox is closing, or busy with other clients.',
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
