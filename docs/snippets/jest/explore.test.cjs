const { explore } = require('alias-sandbox')
const { AliasClient } = require('./alias-client.cjs')

test('gives up on a short outage', async () => {
  const { findings } = await explore(
    (account) => new AliasClient(account.url, account.apiKey).create({ label: 'shop' }),
    { only: ['gives_up'], runs: 40, throw: false },
  )
  const places = findings.flatMap((finding) => [finding, ...finding.also])
  expect(places.map(({ sentences }) => sentences)).toContainEqual([
    'The account is on Plus.',
    'The client creates an alias (POST /v1/aliases). The answer is 503: wait 5 s.',
    'It fails.',
  ])
}, 90_000)
