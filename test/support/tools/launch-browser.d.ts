import type { Browser } from 'playwright-core'

export function launchBrowser(options?: {
  hosts?: readonly string[]
  withoutFeatures?: readonly string[]
  timeout?: number
}): Promise<Browser>
