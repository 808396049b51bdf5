import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { freshFolder } from '../support/process/fresh-folder.ts'
import { openTravel } from '../../src/hunt/time-travel/travel.ts'

it('only its owner may open the folder with the socket, and both are gone at the end', async () => {
  const travel = await openTravel()
  const { ALIAS_SANDBOX_TIME_TRAVEL: folder = '' } = travel.environment({})
  if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700)
  await travel.close()
  expect(existsSync(folder)).toBe(false)
})

it.skipIf(process.platform === 'win32')(
  'a folder for temporary files whose path is too long for a socket is not used',
  async () => {
    const long = join(freshFolder(), 'x'.repeat(110))
    mkdirSync(long)
    vi.stubEnv('TMPDIR', long)
    const travel = await openTravel().finally(() => vi.unstubAllEnvs())
    const { ALIAS_SANDBOX_TIME_TRAVEL: folder = '' } = travel.environment({})
    expect(statSync(`${folder}/socket`).isSocket()).toBe(true)
    await travel.close()
    expect([existsSync(folder), readdirSync(long)]).toEqual([false, []])
  },
)

it.each([
  'no JSON\n',
  '{"answer":1}\n',
  'null\n',
  '{"hello":null}\n',
  '{"answer":1,"view":null}\n',
  '{"answer":1,"view":{"connections":[null],"children":[],"threads":[]}}\n',
  '{"answer":1,"view":{"nextMs":"soon","connections":[],"children":[],"threads":[]}}\n',
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
