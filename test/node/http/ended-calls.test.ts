import { msOf } from '../../../src/contract/history/entry-types.ts'
import type { RequestEntry } from '../../../src/contract/history/entry.ts'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { FaultSpec } from '../../../src/contract/faults.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { request } from '../../support/http/raw-http.ts'

const LIST = request('GET /v1/aliases')

describe('the record of a call says when its answer was sent, and whether the client was there', () => {
  it('for an answer that is sent at once', async () => {
    const { entry, socket } = await call()
    await once(socket, 'data')
    expect(msOf(entry.ended_at!)).toBeGreaterThanOrEqual(msOf(entry.real_at))
    expect(entry.client_left).toBe(false)
  })

  it('for a delayed answer to a client that waits', async () => {
    const { entry, socket } = await call({ kind: 'delay', ms: 30 })
    expect(entry.ended_at).toBeNull()
    await once(socket, 'data')
    expect(entry.ended_at).not.toBeNull()
    expect(entry.client_left).toBe(false)
  })

  it.each([
    ['closes the connection', (socket: Socket) => void socket.end()],
    ['resets the connection', (socket: Socket) => void socket.resetAndDestroy()],
  ])('for a delayed answer to a client that %s before', async (_what, leave) => {
    const { entry, socket } = await call({ kind: 'delay', ms: 60 })
    leave(socket)
    await ended(entry)
    expect(entry.client_left).toBe(true)
  })

  it('for a call that never gets an answer, once its client has left', async () => {
    const { entry, socket } = await call({ kind: 'hang' })
    expect(entry.ended_at).toBeNull()
    socket.resetAndDestroy()
    await ended(entry)
    expect(entry.client_left).toBe(true)
  })

  it('for a call that never gets an answer, once the sandbox stops', async () => {
    const { entry, close } = await call({ kind: 'hang' })
    await close(0)
    expect(entry.ended_at).not.toBeNull()
    expect(entry.client_left).toBe(false)
  })

  it('for a connection that the sandbox closes without an answer', async () => {
    const { entry, socket } = await call({ kind: 'drop_before' })
    await once(socket, 'close')
    expect(entry.ended_at).not.toBeNull()
    expect(entry.client_left).toBe(false)
  })
})

/** Makes a call on a connection of its own, and returns when it is recorded. */
async function call(fault?: FaultSpec) {
  const running = await freshSandbox()
  const { sandbox, port } = running
  if (fault) sandbox.perform(sandbox.account('default'), 'arm_fault', fault, Date.now())
  const recorded = new Promise<RequestEntry>((resolve) => sandbox.listen((entry) => resolve(entry)))
  const socket = connect(port, '127.0.0.1', () => socket.write(LIST))
  return { entry: await recorded, socket, close: (graceMs?: number) => running.close(graceMs) }
}

async function ended(entry: RequestEntry): Promise<void> {
  while (entry.ended_at === null) await new Promise((resolve) => setImmediate(resolve))
}
