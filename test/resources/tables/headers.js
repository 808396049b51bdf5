// All headers that the sandbox reads, and those that it only records.
import { HEADERS, headerRow, requestOf } from './row.js'

const created = { operation: 'POST /v1/aliases', body: '{}' }
const control = { operation: 'GET /_sandbox/live' }

export const headerRows = [
  headerRow('Authorization', 'Bearer sandbox_default'),
  headerRow('Alias-Sandbox-Origin', 'cli', control),
  headerRow('Host', '127.0.0.1'),
  headerRow('Content-Type', 'application/json', created),
  headerRow('Content-Encoding', 'gzip', created),
  headerRow('Content-Length', '2', created),
  headerRow('Accept', 'text/html', { operation: 'GET /' }),
  headerRow('Origin', 'http://127.0.0.1', control),
  headerRow('Sec-Fetch-Site', 'same-origin', control),
  headerRow('Sec-Fetch-Mode', 'navigate', control),
  headerRow('Sec-Fetch-Dest', 'document', control),
  headerRow('Upgrade', 'websocket', control),
  headerRow('Access-Control-Request-Method', 'POST', { operation: 'OPTIONS /v1/aliases' }),
  headerRow('Expect', '100-continue', created),
  headerRow('Last-Event-ID', 'x-1', {
    operation: 'GET /_sandbox/events',
    covers: [
      'header:last-event-id',
      'GET /_sandbox/events',
      'GET /_sandbox/events header:Last-Event-ID',
    ],
    streams: true,
  }),
  headerRow('X-Other', 'x'),
  {
    name: 'many headers',
    covers: [],
    make(draw) {
      const count = draw.content === 'valid' ? 3 : draw.size(400)
      const value = draw.text(HEADERS / count, 'x')
      const nameOf = draw.oneOf([(index) => `X-${index}`, () => 'X-Same', () => 'Cookie'])
      const headers = Array.from({ length: count }, (_, index) => [nameOf(index), value])
      return { ...requestOf('GET /v1/aliases', draw), headers }
    },
  },
]
