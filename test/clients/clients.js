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
 * Common HTTP clients. `byDefault` sends one request with the client's defaults, `configured` with
 * settings that follow Retry-After and retry a 409; both return whether it succeeded, or throw.
 * `settings`: the settings that are needed even so. `tool`: what the client needs besides Node;
 * `program` returns whether it is on this machine.
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
