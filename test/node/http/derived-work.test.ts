import { describe, expect, it } from 'vitest'
import { WorkerThread } from '../../../src/node/work/worker-thread.ts'
import { startSandbox } from '../../../src/library/start-sandbox.ts'

const MIB = 1_048_576
const never = new AbortController().signal

/** A sandbox with a history that takes a while to shorten, and the path of its last call. */
async function withHistory() {
  const sandbox = await startSandbox({ scenario: 'pro' })
  const get = (path: string, key = 'sandbox_default', signal?: AbortSignal) =>
    fetch(`${sandbox.url}${path}`, {
      headers: { authorization: `Bearer ${key}` },
      ...(signal && { signal }),
    })
  for (let call = 0; call < 300; call += 1) await (await get('/v1/aliases')).text()
  return { sandbox, get, path: '/_sandbox/requests/req_300' }
}

describe('while one account gets a bug report', () => {
  it('a call of another account that is sent after it is answered before it', async () => {
    const { sandbox, get, path } = await withHistory()
    await using _closed = { [Symbol.asyncDispose]: () => sandbox.close() }
    const answered: string[] = []
    const report = get(`${path}/bug`).then(async (response) => {
      answered.push('bug report')
      return (await response.json()) as { markdown: string }
    })
    for (let call = 0; call < 5; call += 1) {
      expect((await get('/v1/aliases', 'sandbox_plus')).status).toBe(200)
      answered.push('call')
    }
    expect((await report).markdown).toContain('bug.json')
    expect(answered).toEqual(['call', 'call', 'call', 'call', 'call', 'bug report'])
  })

  it('one who leaves makes room for the next one, who gets an answer', async () => {
    const { sandbox, get, path } = await withHistory()
    await using _closed = { [Symbol.asyncDispose]: () => sandbox.close() }
    const leaving = new AbortController()
    const left = get(`${path}/bug`, 'sandbox_default', leaving.signal)
    await (await get('/v1/aliases', 'sandbox_plus')).text()
    leaving.abort()
    await expect(left).rejects.toThrow('aborted')
    const other = await get(`${path}/bug`)
    expect(((await other.json()) as { markdown: string }).markdown).toContain('req_300')
  })

  it('a sandbox that closes does not wait for it', async () => {
    const { sandbox, get, path } = await withHistory()
    const asked = get(`${path}/bug`).then(
      ({ status }) => status,
      () => 'closed',
    )
    await (await get('/v1/aliases', 'sandbox_plus')).text()
    await sandbox.close()
    expect([503, 'closed']).toContain(await asked)
  })
})

describe('the worker thread', () => {
  it('answers 413 when a job needs too much memory, and goes on with the next one', async () => {
    const text = `{"accounts":[${'{},'.repeat(900_000)}{}]}`
    const thread = new WorkerThread(16 * MIB)
    const huge = { name: 'check', options: {}, pieces: [text] } as const
    await expect(thread.run(() => huge, never)).rejects.toMatchObject({
      status: 413,
      message: 'this needs more than the 16 MiB of memory that a worker thread may take',
    })
    const small = { name: 'check', options: {}, pieces: ['{}'] } as const
    await expect(thread.run(() => small, never)).rejects.toMatchObject({ status: 400 })
  })
})
