import { axiosClient } from './drivers/axios.js'
import { axiosRetryClient } from './drivers/axios-retry.js'
import { curlClient, curlRetryClient } from './drivers/curl.js'
import { fetchClient } from './drivers/fetch.js'
import { gotClient } from './drivers/got.js'
import { kyClient } from './drivers/ky.js'
import { ofetchClient } from './drivers/ofetch.js'
import { pRetryClient } from './drivers/p-retry.js'
import { requestsClient, urllib3Client, urllibClient } from './drivers/python/python.js'
import { undiciClient } from './drivers/undici.js'

/**
 * HTTP clients as people use them. `byDefault` sends one request with the client's own defaults,
 * `configured` with settings by which it waits out a Retry-After and retries a 409; both answer
 * whether it succeeded, or throw. `settings`: what had to be set even so. `tool`: what the client needs
 * beside Node, and `program` tells whether it is on this machine.
 */
export const clients = [
  fetchClient,
  axiosClient,
  axiosRetryClient,
  gotClient,
  kyClient,
  ofetchClient,
  undiciClient,
  pRetryClient,
  curlClient,
  curlRetryClient,
  urllibClient,
  requestsClient,
  urllib3Client,
]
