import { explore } from 'alias-sandbox'
import { expect, test } from 'vitest'
import { AliasClient } from './alias-client.mjs'

test('makes each alias once, whatever goes wrong', async () => {
  await explore(
    async (account) => {
      const client = new AliasClient(account.url, account.apiKey)
      await client.create({ label: 'my shop' })
      expect(await account.aliases({ search: 'my shop' })).toHaveLength(1)
    },
    { without: ['crash', 'gives_up', 'never_ends'], runs: 40 },
  )
}, 90_000)
