import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkAnswer } from './support/check-answer.ts'
import { exchange } from './support/exchange.ts'
import { startHostile, type HostileSandbox } from './support/hostile-sandbox.ts'
import { readAnswers, type WireAnswer } from './support/read-answers.ts'
import { CHUNKED, get, HOST, JSON_TYPE, KEY, message, postJson } from './support/row.ts'

/** Short timeouts for the test, which waits for answers, but longer than a busy machine makes it wait. */
const timeouts = { headersMs: 1_000, requestMs: 1_500, keepAliveMs: 2_000, checkEveryMs: 20 }

const head = (...headers: string[]) =>
  message('POST /v1/aliases HTTP/1.1', [HOST, KEY, JSON_TYPE, ...headers])
const good = get('/v1/aliases')

/** The text sent at once, the text sent one character at a time after it, and the statuses of all answers. */
const rows: [name: string, sent: string, drip: string, statuses: number[]][] = [
  ['nothing at all', '', '', [408]],
  ['empty lines, for ever', '', '\r\n'.repeat(1_000), [408]],
  ['half a request line', 'GET /v1/ali', '', [408]],
  ['a request line, drop by drop', '', `GET /${'a'.repeat(5_000)}`, [408]],
  ['a head without its end', good.slice(0, -2), '', [408]],
  ['headers, for ever', good.slice(0, -2), 'X: y\r\n'.repeat(1_000), [408]],
  ['a header value, for ever', `${good.slice(0, -2)}X: `, 'y'.repeat(5_000), [408]],
  ['a head, and no body', head('Content-Length: 2'), '', [408]],
  ['half a body', `${head('Content-Length: 15')}{"label"`, '', [408]],
  ['a body, drop by drop', head('Content-Length: 5000'), ' '.repeat(5_000), [408]],
  ['chunks without a last one', `${head(CHUNKED)}2\r\n{}\r\n`, '', [408]],
  ['half a chunk size', `${head(CHUNKED)}2`, '', [408]],
  ['chunks of a byte, for ever', head(CHUNKED), '1\r\n \r\n'.repeat(1_000), [408]],
  ['a trailer, for ever', `${head(CHUNKED)}0\r\n`, 'X: y\r\n'.repeat(1_000), [408]],
  ['100-continue, and no body', head('Content-Length: 2', 'Expect: 100-continue'), '', [100, 408]],
  ['a body of 1 TiB, and none of it', head('Content-Length: 1099511627776'), '', [413]],
  [
    'a state of 1 TiB, and none of it',
    head('Content-Length: 1099511627776').replace('POST /v1/aliases', 'PUT /_sandbox/session'),
    '',
    [413],
  ],
  ['a body of 200 kB, half of it', head('Content-Length: 200000') + ' '.repeat(100_000), '', [408]],
  ['half a request behind a good one', `${good}GET /v1`, '', [200, 408]],
  [
    'half a body behind a creation',
    `${postJson('{}')}${head('Content-Length: 9')}`,
    '',
    [200, 408],
  ],
  [
    'half a body behind a refusal',
    head('Content-Length: 9').replace(HOST, 'Host: evil.example'),
    '',
    [403],
  ],
  ['nothing behind a good request', good, '', [200]],
]

describe('a client that is slow', () => {
  let sandbox: HostileSandbox
  beforeAll(async () => {
    sandbox = await startHostile({ timeouts })
  })
  afterAll(() => sandbox.running.close())

  // In parallel, because each one waits.
  it.concurrent.each(rows)('%s', async (_name, sent, drip, statuses) => {
    const answers = await hearOut(sandbox.running.port, sent, drip)
    expect(answers.map(({ status }) => status)).toEqual(statuses)
    for (const answer of answers) if (answer.status >= 200) checkAnswer(answer, sent)
  })

  it('does not delay others, however many there are', async () => {
    const { port } = sandbox.running
    const before = sandbox.state()
    const slow = Array.from({ length: 300 }, () => hearOut(port, head('Content-Length: 2'), ''))
    for (let count = 0; count < 50; count += 1) {
      expect((await exchange(port, good, 1)).answers[0]?.status).toBe(200)
    }
    for (const answers of await Promise.all(slow)) expect(answers[0]?.status).toBe(408)
    expect(sandbox.state()).toBe(before)
    expect(sandbox.crashes).toEqual([])
  })
})

describe('a client that goes away', () => {
  let sandbox: HostileSandbox
  beforeAll(async () => {
    sandbox = await startHostile()
  })
  afterAll(() => sandbox.running.close())

  it.each<[string, string, number]>([
    ['before it asks', '', 0],
    ['in a request line', 'POST /v1/al', 0],
    ['in a head', head('Content-Length: 2').slice(0, -2), 0],
    ['before its body', head('Content-Length: 2'), 0],
    ['in its body', `${head('Content-Length: 9')}{"la`, 0],
    ['in its chunks', `${head(CHUNKED)}2\r\n{}\r\n`, 0],
    ['in a body that is too large', head('Content-Length: 300000') + ' '.repeat(150_000), 0],
    ['once all was sent', postJson('{}'), 1],
    ['once two were sent and a half', `${postJson('{}').repeat(2)}POST`, 2],
  ])(
    '%s leaves no partial alias, and the sandbox still serves others',
    async (_when, sent, created) => {
      const before = sandbox.aliases()
      await hangUp(sandbox.running.port, sent, created > 0)
      expect((await exchange(sandbox.running.port, good, 1)).answers[0]?.status).toBe(200)
      expect(sandbox.aliases() - before).toBe(created)
      expect(sandbox.crashes).toEqual([])
    },
  )

  it('half-closes in the middle of a request and gets 400', async () => {
    const [answer] = await hearOut(sandbox.running.port, head('Content-Length: 9'), '', true)
    expect(answer?.status).toBe(400)
    checkAnswer(answer!, '')
  })

  it('reads no answers and does not delay others', async () => {
    const { port } = sandbox.running
    const deaf = connect(port, '127.0.0.1')
    deaf.pause().write(good.repeat(5_000))
    deaf.on('error', () => {}) // disconnected below
    expect((await exchange(port, good, 1)).answers[0]?.status).toBe(200)
    deaf.destroy()
    expect((await exchange(port, good, 1)).answers[0]?.status).toBe(200)
  })
})

/** Sends text at once, then one character at a time; resolves with all answers when the server closes. */
function hearOut(port: number, sent: string, drip: string, half = false): Promise<WireAnswer[]> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(sent, 'latin1')
      if (half) socket.end()
      dripInto(socket, drip)
    })
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
    socket.on('error', reject)
    socket.on('end', () => {
      socket.destroy()
      resolve(readAnswers(text, false).answers)
    })
  })
}

function dripInto(socket: Socket, drip: string): void {
  let at = 0
  const timer = setInterval(() => {
    if (at < drip.length) socket.write(drip[at++]!)
  }, 5)
  socket.once('close', () => clearInterval(timer))
}

/** Sends and resets the connection; with `answered`, at the first bytes of the answer. */
function hangUp(port: number, sent: string, answered: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(sent, 'latin1', () => {
        if (!answered) socket.resetAndDestroy()
      })
    })
    socket.once('data', () => socket.resetAndDestroy())
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
}
