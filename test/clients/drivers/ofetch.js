import { ofetch } from 'ofetch'

/** ofetch: retries GET once, without a pause. */
export const ofetchClient = {
  name: 'ofetch',
  byDefault: (ask) => send(ask, {}),
  configured: (ask) =>
    send(ask, {
      retry: 4,
      retryStatusCodes: [409, 429, 503],
      retryDelay: ({ response }) => Number(response?.headers.get('retry-after') ?? 0) * 1_000,
    }),
}

async function send({ url, method, headers, body }, settings) {
  return (await ofetch.raw(url, { method, headers, body, ...settings })).ok
}
