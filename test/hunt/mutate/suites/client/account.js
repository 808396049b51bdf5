import { connectSandbox } from 'alias-sandbox/client'
import { AliasClient } from './alias-client.js'

const sandbox = await connectSandbox()

/** An account in a scenario, a client of it, and the waits of that client in milliseconds. */
export async function openAccount(scenario = 'plus') {
  const account = await sandbox.account({ scenario })
  const waits = []
  const sleep = async (ms) => {
    waits.push(ms)
    if (ms > 0) await account.clock.advance(`${ms}ms`)
  }
  return { account, waits, client: new AliasClient(account.url, account.apiKey, { sleep }) }
}
