// The paths of `/v1`: each operation of its table, with every error response from the table of errors.
import { CHOICES } from '../../build/contract/choices/described.js'
import { errors } from '../../build/contract/errors.js'
import { listQuery } from '../../build/contract/request-shapes.js'
import { operationRow, operations } from '../../build/contract/operations.js'
import { convert, refTo } from './components.js'

/** The error responses of each operation, and the choices that decide about them. */
const refusals = {
  bad_request: ['missing_key', 'check_order'],
  invalid_key: ['missing_key', 'key_error_shape'],
  plan_required: ['canceled_becomes_free', 'trial_end'],
  plan_past_due: ['trial_end'],
  plan_canceled: ['canceled_becomes_free', 'trial_end'],
  burst: ['rejected_spend_burst', 'burst_window', 'rotation_resets_burst'],
  outage: ['check_order'],
}
const refusalsOfCreate = {
  ...refusals,
  bad_request: [...refusals.bad_request, 'text_type', 'text_limit', 'null_fields', 'content_type'],
  daily_cap: ['daily_spend'],
  collision: [],
  too_large: [],
  unsupported_media_type: ['content_type'],
}

export function v1Paths() {
  const described = describe()
  const paths = {}
  for (const operation of operations) {
    const { method, path } = operationRow(operation)
    if (!described[operation])
      throw new Error(`scripts/openapi/v1.js does not describe ${operation}`)
    paths[path] ??= { [CHOICES]: ['absent_method', 'cors'] }
    paths[path][method.toLowerCase()] = described[operation]
  }
  return paths
}

const describe = () => ({
  create: {
    operationId: 'createAlias',
    tags: ['v1'],
    summary: 'Create an alias',
    description:
      'Creates one alias with a random address. If three random addresses in a row are already taken, the response is 409 and it is safe to retry. Each creation counts toward the burst limit and the daily creation cap.',
    requestBody: {
      required: false,
      content: { 'application/json': { schema: refTo('CreateAlias'), example: exampleBody } },
      [CHOICES]: ['content_type', 'unknown_fields'],
    },
    responses: {
      200: answer('The alias was created (200, not 201).', 'CreatedAlias', exampleCreated),
      ...refusalResponses(refusalsOfCreate),
    },
  },
  list: {
    operationId: 'listAliases',
    tags: ['v1'],
    summary: 'List aliases',
    description:
      'Lists the aliases of the account, one page per call. For the next page, pass next_cursor as last_key. Counts toward the burst limit, not toward the daily creation cap.',
    [CHOICES]: ['list_order', 'unknown_fields'],
    parameters: Object.entries(convert(listQuery).properties).map(toParameter),
    responses: {
      200: answer('A page of aliases.', 'AliasPage', examplePage),
      ...refusalResponses(refusals),
    },
  },
})

/** Authentication of `/v1`. */
export const v1Security = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The one API key of the account. In a sandbox: sandbox_default, or sandbox_<scenario> for an account in that scenario.',
    [CHOICES]: ['missing_key'],
  },
}

function toParameter([name, schema]) {
  const { description, [CHOICES]: choices, ...rest } = schema
  return { name, in: 'query', required: false, description, [CHOICES]: choices, schema: rest }
}

/** OpenAPI allows one response per status, so the description tells its causes apart. */
function refusalResponses(names) {
  const byStatus = new Map()
  for (const [name, choices] of Object.entries(names)) {
    const { status } = errors[name]
    byStatus.set(status, [...(byStatus.get(status) ?? []), { name, choices }])
  }
  return Object.fromEntries([...byStatus].map(([status, rows]) => [status, refusal(rows)]))
}

function refusal(rows) {
  const choices = [...new Set(rows.flatMap((row) => row.choices))]
  const hasCode = 'code' in errors[rows[0].name]
  return {
    description: rows.map(({ name }) => `${name}: ${errors[name].text}`).join('\n'),
    ...headersOf(rows),
    content: {
      'application/json': {
        schema: hasCode ? planErrorOf(rows) : refTo('MessageError'),
        examples: Object.fromEntries(rows.map(({ name }) => [name, { value: bodyOf(name) }])),
      },
    },
    ...(choices.length > 0 && { [CHOICES]: choices }),
    'x-alias-sandbox-outcomes': rows.map(({ name }) => ({
      outcome: name,
      basis: errors[name].basis,
      source: errors[name].source,
    })),
  }
}

function planErrorOf(rows) {
  const codes = rows.map(({ name }) => errors[name].code)
  return { allOf: [refTo('PlanError'), { properties: { code: { enum: codes } } }] }
}

/** Retry-After is required when every cause of the status sends it; otherwise it tells them apart. */
function headersOf(rows) {
  const waits = rows.map(({ name }) => errors[name].retryAfter)
  if (waits.every((wait) => wait === undefined)) return {}
  const [first] = waits
  const isFixed = typeof first === 'number'
  const isRequired = waits.every((wait) => wait !== undefined)
  const retryAfter = {
    required: isRequired,
    description: isFixed
      ? `${first} seconds, always.`
      : `Burst limit: seconds until the window resets.${isRequired ? '' : ' Daily cap: absent; it resets at 00:00 UTC.'}`,
    schema: isFixed ? { type: 'integer', const: first } : { type: 'integer', minimum: 1 },
  }
  return { headers: { 'Retry-After': retryAfter } }
}

function bodyOf(name) {
  const { code, text } = errors[name]
  return code === undefined ? { message: text } : { code, description: text }
}

function answer(description, schema, example) {
  return { description, content: { 'application/json': { schema: refTo(schema), example } } }
}

const exampleBody = { label: 'shop', single_use: false }
const exampleAlias = {
  id: 'k3v9x2m7qp',
  address: 'k3v9x2m7qp@alias-sandbox.example',
  status: 'active',
  created_at: 1772366400,
  forward_count: 0,
  note: '',
  source: '',
  label: 'shop',
  category: '',
  single_use: false,
  expires_at: null,
}
const exampleCreated = { alias: exampleAlias }
const examplePage = { aliases: [exampleAlias], next_cursor: null, has_more: false }
