import ky from 'ky'

/** ky: retries GET, follows Retry-After. */
export const kyClient = {
  name: 'ky',
  byDefault: (ask) => send(ask, {}),
  configured: (ask) =>
    send(ask, { retry: { limit: 4, methods: ['get', 'post'], statusCodes: [409, 429, 503] } }),
}

async function send({ url, method, headers, body }, settings) {
  const response = await ky(url, { method, headers, body, ...settings })
  return response.ok
}
