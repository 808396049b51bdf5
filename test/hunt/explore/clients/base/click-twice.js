import { setTimeout as sleep } from 'node:timers/promises'
import { AliasError } from './alias-client.js'

/** The time between the clicks of a double click. */
const CLICK_MS = 150

/** A page with a button: it lists the aliases, two clicks ask for one alias, and it prints all that exist then. */
export async function clickTwice(Client) {
  const { ALIAS_SANDBOX_URL: url, ALIAS_SANDBOX_API_KEY: key } = process.env
  const client = new Client(url, key)
  try {
    await client.list()
    const first = client.ensure({ label: 'shop' })
    first.catch(() => {}) // it is awaited below
    await sleep(CLICK_MS)
    await Promise.all([first, client.ensure({ label: 'shop' })])
    for (const { address, label } of await client.list()) console.log(`${address} ${label}`)
  } catch (error) {
    if (!(error instanceof AliasError)) throw error
    console.error(`error: ${error.message}`)
    process.exitCode = 1
  }
}
