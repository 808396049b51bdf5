import { inProcess } from '../../../src/core/calls/arrival.ts'
import type { ApiRequest } from '../../../src/contract/history/entry.ts'
import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

// A body that cannot be parsed, or was not sent as JSON.

function create(requested: Partial<ApiRequest>, choices: Scenario['choices'] = {}) {
  const request = {
    method: 'POST',
    path: '/v1/aliases',
    query: '',
    headers: {},
    content_type: 'application/json',
    body: '{"label":"x"}',
    ...requested,
  }
  const { response } = coreSandbox({ choices }).call(
    request,
    'Bearer sandbox_default',
    inProcess(MACHINE_MS),
  )
  const { message, alias } = JSON.parse(response.body) as {
    message?: string
    alias?: { label: string }
  }
  return { status: response.status, said: message ?? alias?.label }
}

const other = 'text/plain'

describe('a body', () => {
  it.each<[string, Partial<ApiRequest>, number, string]>([
    ['too large', { body: null, unreadable: 'too_large' }, 413, 'The body is larger than 100 kB.'],
    ['not UTF-8', { body: null, unreadable: 'not_utf8' }, 400, 'body is not UTF-8 text.'],
    [
      'encoded',
      { headers: { 'content-encoding': 'gzip' } },
      400,
      'body is encoded ("gzip"); compressed bodies are not read, send plain JSON.',
    ],
    ['encoded as identity', { headers: { 'content-encoding': 'identity' } }, 200, 'x'],
    [
      'that is empty, however encoded',
      { body: '', headers: { 'content-encoding': 'br' } },
      200,
      '',
    ],
    ['that is empty, of whatever type', { body: '', content_type: other }, 200, ''],
    ['that is absent, of whatever type', { body: null, content_type: other }, 200, ''],
    [
      'without a content type',
      { content_type: undefined },
      400,
      'body came with no Content-Type; send Content-Type: application/json.',
    ],
    [
      'of a type that is empty',
      { content_type: '' },
      400,
      'body came with Content-Type ""; send Content-Type: application/json.',
    ],
    [
      'of another type',
      { content_type: other },
      400,
      'body came with Content-Type "text/plain"; send Content-Type: application/json.',
    ],
    [
      'of a type that ends alike',
      { content_type: 'x-application/json' },
      400,
      'body came with Content-Type "x-application/json"; send Content-Type: application/json.',
    ],
    [
      'of a type that begins alike',
      { content_type: 'application/jsonp' },
      400,
      'body came with Content-Type "application/jsonp"; send Content-Type: application/json.',
    ],
    ['with a parameter', { content_type: 'application/json;charset=utf-8' }, 200, 'x'],
    ['of a type in capitals', { content_type: 'Application/JSON' }, 200, 'x'],
    ['with a spaced parameter', { content_type: 'application/json  ; charset=utf-8' }, 200, 'x'],
    ['with a space behind its type', { content_type: 'application/json ' }, 200, 'x'],
  ])('%s', (_what, requested, status, said) => {
    expect(create(requested)).toEqual({ status, said })
  })

  it.each<[NonNullable<Scenario['choices']>['content_type'], number, string]>([
    ['reject', 400, 'body came with no Content-Type; send Content-Type: application/json.'],
    ['ignore', 200, ''],
    [415, 415, 'The body came with no Content-Type, not application/json.'],
  ])('without a content type, by the choice %s', (content_type, status, said) => {
    expect(
      create({ content_type: undefined }, content_type === undefined ? {} : { content_type }),
    ).toEqual({ status, said })
  })
})
