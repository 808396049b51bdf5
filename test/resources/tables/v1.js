// Input from clients of the imitated service.
import { bodyRow, HEADERS, pathRow, queryRow, requestOf, TARGET, V1_BODY } from './row.js'

const create = 'POST /v1/aliases'
const sample = { label: 'a', note: 'b', source: 'c', category: 'd', single_use: false }
const unknownFields = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`x${index}`, 1]))

export const v1Rows = [
  bodyRow(create, sample, { limit: V1_BODY }),
  bodyRow(
    create,
    { ...sample, ...unknownFields },
    { limit: V1_BODY, name: `${create}, more fields` },
  ),
  bodyRow(create, sample, { limit: V1_BODY, key: 'x', name: `${create}, wrong key` }),
  bodyRow(create, sample, {
    limit: V1_BODY,
    key: ({ below }) => `sandbox_unlimited-${below(1_000_000)}`,
    name: `${create}, key that makes an account`,
    makesAccount: true,
  }),
  queryRow('GET /v1/aliases', { limit: '10', last_key: 'eyJpZCI6ImEifQ' }),
  {
    name: '/v1: any path',
    covers: [],
    make: (draw) => requestOf(`GET /v1/${draw.text(TARGET, 'nothing')}`, draw),
  },
  {
    name: 'any path',
    covers: [],
    make: (draw) => requestOf(`GET /${draw.text(TARGET, '')}`, draw),
  },
  {
    name: 'any method',
    covers: [],
    make: (draw) => ({
      ...requestOf('GET /v1/aliases', draw),
      method: draw.text(HEADERS, 'PATCH'),
    }),
  },
  {
    name: 'chunks',
    covers: ['header:transfer-encoding'],
    make: (draw) => ({ ...requestOf(create, draw), chunks: chunksOf(draw) }),
  },
  pathRow('GET /_sandbox/accounts/{account}', 'account'),
]

/** A chunked body with many chunks, or with one long chunk, extension, size or trailer. */
function chunksOf(draw) {
  const size = draw.size(V1_BODY)
  const forms = {
    deep: () => `${'0'.repeat(size)}1\r\n{\r\n0\r\n\r\n`,
    wide: () => `${'1\r\n \r\n'.repeat(Math.ceil(size / 6))}2\r\n{}\r\n0\r\n\r\n`,
    long: () =>
      draw.oneOf([
        `${size.toString(16)}\r\n${' '.repeat(size)}\r\n2\r\n{}\r\n0\r\n\r\n`,
        `2;${'e'.repeat(size)}=1\r\n{}\r\n0\r\n\r\n`,
        `2\r\n{}\r\n0\r\nX-Trailer: ${'t'.repeat(size)}\r\n\r\n`,
        `${'f'.repeat(Math.min(size, 20))}\r\n{}`,
      ]),
    valid: () => '2\r\n{}\r\n0\r\n\r\n',
  }
  return forms[draw.content]()
}
