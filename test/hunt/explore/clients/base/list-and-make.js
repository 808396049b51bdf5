import { AliasClient, AliasError } from './alias-client.js'

/** Nothing can be done with this key. */
class KeyError extends AliasError {}

/** A client that notes each answer: a subclass decides whether the key is locked. */
export class KeyedClient extends AliasClient {
  async send(method, path, body) {
    const answer = await super.send(method, path, body)
    this.note(answer)
    return answer
  }

  pauseMs(answer, attempt) {
    if (answer.status === 401) throw new KeyError('the key is refused')
    return super.pauseMs(answer, attempt)
  }
}

/** Lists and creates at the same time, and prints all that it has seen. A locked key is a failure. */
export async function listAndMake(Client) {
  const { ALIAS_SANDBOX_URL: url, ALIAS_SANDBOX_API_KEY: key } = process.env
  const client = new Client(url, key)
  const aliases = new Map()
  const keep = (alias) => aliases.set(alias.address, alias)
  try {
    const ends = await Promise.allSettled([
      client.list().then((listed) => listed.forEach(keep)),
      client.create({ label: 'guest' }).then(keep),
    ])
    const reasons = ends.flatMap(({ reason }) => reason ?? [])
    for (const reason of reasons) if (!(reason instanceof KeyError)) throw reason
    if (client.isLocked) throw new KeyError('the key is refused: ask for a new one')
    for (const { address, label } of aliases.values()) console.log(`${address} ${label}`)
  } catch (error) {
    if (!(error instanceof AliasError)) throw error
    console.error(`error: ${error.message}`)
    process.exitCode = 1
  }
}
