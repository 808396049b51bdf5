type Client = {
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  url: string
  apiKey: string
  signal?: AbortSignal
}

export function received(client: Client): Promise<unknown>
