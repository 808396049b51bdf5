import { Agent, request, RetryAgent } from 'undici'

/** undici’s RetryAgent. */
export const undiciClient = {
  name: 'undici RetryAgent',
  byDefault: (ask) => send(ask, {}),
  configured: (ask) =>
    send(ask, { maxRetries: 4, methods: ['GET', 'POST'], statusCodes: [409, 429, 503] }),
}

async function send({ url, method, headers, body }, settings) {
  const dispatcher = new RetryAgent(new Agent(), settings)
  try {
    const response = await request(url, { method, headers, body, dispatcher })
    await response.body.dump()
    return response.statusCode === 200
  } finally {
    await dispatcher.close()
  }
}
