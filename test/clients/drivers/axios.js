import axios from 'axios'

/** axios without plugins. */
export const axiosClient = {
  name: 'axios',
  byDefault: async (ask) => (await axios.request(toRequest(ask))).status === 200,
}

export function toRequest({ url, method, headers, body }) {
  return { url, method, headers, data: body }
}
