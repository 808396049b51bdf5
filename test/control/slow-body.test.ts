import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

it('a control request with a slow body does not move the clock', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 1, 12) })
  onTestFinished(() => void vi.useRealTimers())
  const sandbox = await freshSandbox()
  const control = controlClient(sandbox)
  const socket = connect(sandbox.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(
    'POST /_sandbox/actions/update_card HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n',
  )
  await once(socket, 'data') // 100: the head was read
  vi.setSystemTime(Date.UTC(2026, 2, 1, 12, 1))
  await control.account()
  socket.write('{}')
  await once(socket, 'data') // 200: the action was done
  expect((await control.account()).clock.now).toBe('2026-03-01T12:01:00.000Z')
})
