import { existsSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { openTravel } from '../../src/time-travel/travel.ts'

it('only its owner may open the folder with the socket, and both are gone at the end', async () => {
  const travel = await openTravel()
  const { ALIAS_SANDBOX_TIME_TRAVEL: folder = '' } = travel.environment({})
  if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700)
  await travel.close()
  expect(existsSync(folder)).toBe(false)
})

it.each([
  'no JSON\n',
  '{"answer":1}\n',
  'null\n',
  '{"hello":null}\n',
  `${'x'.repeat(3_000_000)}\n`,
])('a process that sends something else is cut off, and the clock goes on', async (text) => {
  const travel = await openTravel()
  const { ALIAS_SANDBOX_TIME_TRAVEL: folder = '' } = travel.environment({})
  const socket = connect(`${folder}/socket`)
  await new Promise((resolve) => {
    socket
      .resume()
      .on('error', () => {})
      .on('close', resolve)
    socket.write(text)
  })
  expect(travel.clock.now()).toBeGreaterThan(0)
  await travel.close()
})
