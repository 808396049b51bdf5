import { expect, it } from 'vitest'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

it('twenty resets among two hundred creations are all answered, and the state is valid', async () => {
  const sandbox = await freshSandbox({ scenario: 'unlimited' })
  const client = apiClient(sandbox)
  const control = controlClient(sandbox)
  const creations: Promise<string>[] = []
  const resets: Promise<number>[] = []
  for (let round = 0; round < 20; round += 1) {
    for (let each = 0; each < 10; each += 1)
      creations.push(client.create().then(({ alias }) => alias.id))
    resets.push(control.send('POST', 'reset', {}).then(({ status }) => status))
  }
  expect(new Set(await Promise.all(resets))).toEqual(new Set([200]))
  const made = await Promise.all(creations)
  const left = (await client.walk()).map(({ id }) => id)
  expect(new Set(left).size).toBe(left.length)
  expect(left.filter((id) => !made.includes(id))).toEqual([])
  expect((await control.account()).aliases).toBe(left.length)
})
