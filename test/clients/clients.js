import { axiosClient } from './axios.js'
import { axiosRetryClient } from './axios-retry.js'
import { curlClient, curlRetryClient } from './curl.js'
import { fetchClient } from './fetch.js'
import { gotClient } from './got.js'
import { kyClient } from './ky.js'
import { ofetchClient } from './ofetch.js'
import { pRetryClient } from './p-retry.js'
import { requestsClient, urllib3Client, urllibClient } from './python.js'
import { undiciClient } from './undici.js'

/**
 * HTTP clients as people use them. `asItComes` sends one request with the client's own defaults,
 * `asTold` with settings by which it waits out a Retry-After and tries a 409 again; both answer
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
