import { AliasClient, AliasError } from './alias-client.js'

/** The day is full: what is left can be made tomorrow. */
class DayFull extends AliasError {}

class DailyClient extends AliasClient {
  pauseMs(answer, attempt) {
    if (answer.status === 429 && answer.retryAfter === undefined)
      throw new DayFull('the day is full')
    return super.pauseMs(answer, attempt)
  }
}

/**
 * Prints all aliases, then makes two at the same time, and prints each as soon as it is there. If there is no place left
 * today, that is no failure. `all` waits for both.
 */
export async function makeTogether(all) {
  const { ALIAS_SANDBOX_URL: url, ALIAS_SANDBOX_API_KEY: key } = process.env
  const client = new DailyClient(url, key)
  const print = ({ address, label }) => console.log(`${address} ${label}`)
  try {
    for (const alias of await client.list()) print(alias)
    await all(['newsletter', 'shop'].map((label) => client.create({ label }).then(print)))
  } catch (error) {
    if (!(error instanceof AliasError)) throw error
    console.error(error.message)
    process.exit(error instanceof DayFull ? 0 : 1)
  }
}
