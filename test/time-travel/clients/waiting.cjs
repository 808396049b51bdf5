// What the clients beside this file share: a client that waits as an outage tells it to.
const url = `${process.env.ALIAS_SANDBOX_URL}/v1/aliases`
const headers = { authorization: `Bearer ${process.env.ALIAS_SANDBOX_API_KEY}` }

/** Returns how many seconds it took until the call succeeded. */
exports.listPatiently = async function listPatiently() {
  const start = Date.now()
  for (;;) {
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(2_000) })
    await answer.text()
    if (answer.ok) return Math.round((Date.now() - start) / 1_000)
    const seconds = Number(answer.headers.get('retry-after'))
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  }
}

exports.say = (value) => process.stdout.write(`say ${JSON.stringify(value)}\n`)
