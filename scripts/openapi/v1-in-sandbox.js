// Answers of a sandbox on `/v1` that do not belong to the imitated service: only in the document of the whole.
import { errors } from '../../build/contract/errors.js'
import { operationRow, operations } from '../../build/contract/operations.js'
import { refTo } from './components.js'

const limits = 'SECURITY.md, Limits: no limit of the API document'

/** By status: what it means, and whether the sandbox assumed it, or it has to do with the sandbox alone. */
const answers = {
  404: { ...errors.not_found, outcome: 'not_found', text: 'Of every other path.' },
  405: {
    ...errors.method_not_allowed,
    outcome: 'method_not_allowed',
    text: 'Of every other method on this path; the header Allow names those that there are.',
  },
  414: { basis: 'assumed', source: limits, text: 'Path and query are longer than 8 KiB.' },
  431: { basis: 'assumed', source: limits, text: 'The headers are too large, or too many.' },
}
const full = {
  outcome: 'server_error',
  basis: 'injected',
  source: 'SECURITY.md, Limits: what a sandbox keeps',
  text: 'The sandbox has no room for another alias. The service has no such answer.',
}

/** The paths of `/v1` with these answers too. */
export function inSandbox(paths) {
  const all = { ...paths }
  for (const operation of operations) {
    const { method, path, creates } = operationRow(operation)
    const name = method.toLowerCase()
    const rows = creates ? { ...answers, 507: full } : answers
    all[path] = { ...all[path], [name]: withAnswers(all[path][name], rows) }
  }
  return all
}

function withAnswers(operation, rows) {
  const added = Object.entries(rows).map(([status, { text, outcome, basis, source }]) => [
    status,
    {
      description: text,
      content: { 'application/json': { schema: refTo('MessageError') } },
      'x-alias-sandbox-outcomes': [{ ...(outcome && { outcome }), basis, source }],
    },
  ])
  return { ...operation, responses: { ...operation.responses, ...Object.fromEntries(added) } }
}
