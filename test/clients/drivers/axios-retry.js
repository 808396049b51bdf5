import axios from 'axios'
import axiosRetry from 'axios-retry'
import { toRequest } from './axios.js'

/** axios with axios-retry. */
export const axiosRetryClient = {
  name: 'axios-retry',
  byDefault: (ask) => send(ask, {}),
  configured: (ask) =>
    send(ask, { retries: 4, retryCondition: ({ response }) => response && response.status >= 409 }),
}

async function send(ask, settings) {
  const client = axios.create()
  axiosRetry(client, settings)
  return (await client.request(toRequest(ask))).status === 200
}
