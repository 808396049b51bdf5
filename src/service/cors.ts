import type { Choices } from '../contract/choices/choices.ts'

/**
 * The headers that let web pages of other origins call `/v1`; none by default. `--cors-origin` allows
 * one origin; the choice `cors` allows every origin, as the real service might.
 */
export function corsHeaders(
  origin: string | undefined,
  choice: Choices['cors'],
  allowedOrigin: string | undefined,
): Record<string, string> | undefined {
  if (allowedOrigin !== undefined) {
    const vary = { Vary: 'Origin' }
    if (origin !== allowedOrigin) return vary
    return {
      ...vary,
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': 'Retry-After',
    }
  }
  if (choice === 'off' || origin === undefined) return undefined
  return {
    'Access-Control-Allow-Origin': '*',
    ...(choice === 'on_exposed' && { 'Access-Control-Expose-Headers': 'Retry-After' }),
  }
}

export const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
  'Access-Control-Max-Age': '600',
}
