import type { Account } from '../../../src/index.ts'
import { apiClient } from './api-client.ts'

/** The checked client of `/v1` with the URL and key of an account. */
export function clientOf({ url, apiKey }: Pick<Account, 'url' | 'apiKey'>) {
  return apiClient({ url }, apiKey)
}
