import { chromium } from 'playwright-core'
import { findBrowser } from './find-browser.js'

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
]

/** This list takes the place of Playwright's, so it repeats what pages of this machine could notice. */
const unwanted = [
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  // Chromium loads these pages of its address bar with every window: more work than our own page.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/** Starts the browser that `findBrowser` finds. `hosts` are rules as `--host-resolver-rules` takes them. */
export function launchBrowser({ hosts = [], withoutFeatures = [], timeout } = {}) {
  const executablePath = findBrowser()
  if (executablePath === undefined)
    throw new Error('no browser found; set CHROMIUM to the path of one')
  return chromium.launch({
    executablePath,
    timeout,
    args: [
      ...flags,
      `--disable-features=${[...unwanted, ...withoutFeatures].join(',')}`,
      ...(hosts.length === 0 ? [] : [`--host-resolver-rules=${hosts.join(', ')}`]),
    ],
  })
}
