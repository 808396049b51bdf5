import { chromium, type Browser } from 'playwright-core'
import '../../support/process/fresh-build.js'
import { findBrowser } from '../../support/tools/find-browser.js'

/** Starts the browser; every name that ends in `evil.example` resolves to this machine. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser()!,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      // As in browsers that do not ask the user for permission.
      '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests,PrivateNetworkAccessSendPreflights',
      '--host-resolver-rules=MAP evil.example 127.0.0.1, MAP blocked.example 127.0.0.1',
    ],
  })
}
