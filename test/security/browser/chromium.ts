import type { Browser } from 'playwright-core'
import '../../support/process/fresh-build.js'
import { launchBrowser } from '../../support/tools/launch-browser.js'

/** Starts the browser; every name that ends in `evil.example` resolves to this machine. */
export function launch(): Promise<Browser> {
  return launchBrowser({
    // As in browsers that do not ask the user for permission.
    withoutFeatures: [
      'LocalNetworkAccessChecks',
      'BlockInsecurePrivateNetworkRequests',
      'PrivateNetworkAccessSendPreflights',
    ],
    hosts: ['MAP evil.example 127.0.0.1', 'MAP blocked.example 127.0.0.1'],
  })
}
