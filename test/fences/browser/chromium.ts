import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where Chromium is: `CHROMIUM`, or where Linux has it; undefined when there is none. */
export const chromiumPath = [process.env['CHROMIUM'], ...usual].find(
  (path) => path !== undefined && existsSync(path),
)

export const howToInstall =
  'Attacks by web pages are not tried: there is no Chromium here. Install one (Debian: apt-get install chromium), or set CHROMIUM to its path.'

/** Starts it; every name that ends in `evil.example` leads to this machine. */
export function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      // As in browsers that do not ask their user first, and so protect nobody.
      '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests,PrivateNetworkAccessSendPreflights',
      '--host-resolver-rules=MAP evil.example 127.0.0.1, MAP blocked.example 127.0.0.1',
    ],
  })
}
