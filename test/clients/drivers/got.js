import got from 'got'

/** got: retries GET, follows Retry-After. */
export const gotClient = {
  name: 'got',
  byDefault: (ask) => send(ask, {}),
  configured: (ask) =>
    send(ask, { retry: { limit: 4, methods: ['GET', 'POST'], statusCodes: [409, 429, 503] } }),
}

async function send({ url, method, headers, body }, settings) {
  const response = await got(url, { method, headers, body, ...settings })
  return response.ok
}
