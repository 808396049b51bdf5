import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findCommand } from './find-command.js'

/** The one without windows comes first: it takes two thirds of the CPU time. */
const commands = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
]

/** On macOS and Windows, browsers are installed outside PATH. */
const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge']
const windowsPrograms = [
  'Google/Chrome/Application/chrome.exe',
  'Chromium/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
]

/**
 * Finds the browser for the tests: `CHROMIUM`, otherwise the one installed by Playwright, otherwise Chromium,
 * Chrome or Edge on this machine.
 * @throws Error when `CHROMIUM` is not a file.
 */
export function findBrowser() {
  const chosen = process.env.CHROMIUM
  if (!chosen) return [playwrightBrowser(), ...systemBrowsers()].find((path) => existsSync(path))
  if (!existsSync(chosen)) throw new Error(`CHROMIUM=${chosen}: there is no such file`)
  return chosen
}

/** Loaded on demand, because most tests need no browser. */
function playwrightBrowser() {
  const { chromium } = createRequire(import.meta.url)('playwright-core')
  return chromium.executablePath()
}

function systemBrowsers() {
  const onPath = commands.flatMap((name) => findCommand(name))
  return [...onPath, ...installedApps()]
}

function installedApps() {
  if (process.platform === 'darwin') {
    const folders = ['/Applications', join(homedir(), 'Applications')]
    return folders.flatMap((folder) =>
      macApps.map((name) => join(folder, `${name}.app/Contents/MacOS/${name}`)),
    )
  }
  if (process.platform === 'win32') {
    const { ProgramFiles, LOCALAPPDATA, ['ProgramFiles(x86)']: programs32 } = process.env
    const folders = [ProgramFiles, programs32, LOCALAPPDATA].filter((at) => at !== undefined)
    return folders.flatMap((folder) => windowsPrograms.map((path) => join(folder, path)))
  }
  return []
}
