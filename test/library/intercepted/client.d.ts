type Client = { received: () => Promise<unknown>; leave: () => void }

export function makeClient(given: {
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  url: string
  apiKey: string
}): Client
