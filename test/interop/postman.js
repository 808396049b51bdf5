// The Postman collection, run by newman.
import { readFileSync } from 'node:fs'

const file = new URL('../../docs/postman/alias-sandbox.postman_collection.json', import.meta.url)

/** Runs every request with its checks. @throws Error with the failed checks. */
export async function runCollection(newman, url) {
  const collection = JSON.parse(readFileSync(file, 'utf8'))
  const { run } = await new Promise((resolve, reject) => {
    newman.run(
      { collection, envVar: [{ key: 'base_url', value: url }], reporters: [] },
      (error, summary) => (error ? reject(error) : resolve(summary)),
    )
  })
  if (run.stats.assertions.total === 0) throw new Error('nothing was checked')
  // newman counts a missing answer as a failure, even where it is expected.
  const lost = run.failures.filter(({ error }) => error.message === 'socket hang up')
  const requested = collection.item.flatMap(({ item }) => item).filter(isLost).length
  const wrong = run.failures
    .filter((failure) => !lost.includes(failure))
    .map(({ error, source, parent }) => `${parent?.name} / ${source?.name}: ${error.message}`)
  if (lost.length !== requested) wrong.push(`${lost.length} answers got lost, not ${requested}`)
  if (wrong.length > 0) throw new Error(wrong.join('\n        '))
}

function isLost({ name }) {
  return name.includes('no answer')
}
