// axios with axios-retry, with the settings that the API document asks for.
import axios from 'axios'
import axiosRetry from 'axios-retry'

const { ALIAS_SANDBOX_URL: baseURL, ALIAS_SANDBOX_API_KEY: key } = process.env
const api = axios.create({
  baseURL,
  timeout: 8_000,
  responseType: 'json',
  transitional: { silentJSONParsing: false },
  headers: { authorization: `Bearer ${key}` },
})
axiosRetry(api, {
  retries: 8,
  shouldResetTimeout: true,
  retryCondition: ({ config, response }) =>
    response?.headers['retry-after'] !== undefined ||
    response?.status === 409 ||
    (config.method === 'get' && isUnknown(response)),
  retryDelay: (count, { response }) => {
    const seconds = response?.headers['retry-after']
    return seconds === undefined ? axiosRetry.exponentialDelay(count) : Number(seconds) * 1_000
  },
})

/** Nobody can tell from this answer whether the call was carried out. */
function isUnknown(response) {
  return response === undefined || response.status === 200 || response.status >= 500
}

async function create(alias) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await api.post('/v1/aliases', alias)).data.alias
    } catch (error) {
      if (attempt === 5 || !isUnknown(error.response) || error.response?.headers['retry-after']) {
        throw error
      }
      const made = (await list()).find(({ label }) => label === alias.label)
      if (made) return made
    }
  }
}

async function list(cursor) {
  const { data } = await api.get('/v1/aliases', { params: { limit: 100, last_key: cursor } })
  const { aliases, next_cursor: next } = data
  return next === null ? aliases : [...aliases, ...(await list(next))]
}

try {
  await create({ label: 'newsletter', note: 'weekly' })
  await create({ label: 'shop', source: 'checkout' })
  for (const { address, label } of await list()) console.log(`${address} ${label}`)
} catch (error) {
  if (!axios.isAxiosError(error)) throw error
  console.error(`error: ${error.response?.data?.code ?? error.message}`)
  process.exitCode = 1
}
