import { AliasError } from './alias-client.js'

/** The job of every client here: creates three aliases, then prints all that exist. */
export async function run(Client) {
  const { ALIAS_SANDBOX_URL: url, ALIAS_SANDBOX_API_KEY: key } = process.env
  const client = new Client(url, key)
  try {
    await client.create({ label: 'newsletter' })
    await client.create({ label: 'shop' })
    await client.create({ label: 'guest', days: 30 })
    for (const { address, label } of await client.list()) console.log(`${address} ${label}`)
  } catch (error) {
    if (!(error instanceof AliasError)) throw error
    console.error(`error: ${error.message}`)
    process.exitCode = 1
  }
}
