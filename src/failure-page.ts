import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from './client/account.ts'

/** A file name that every system takes. */
const MAX_NAME = 100

/**
 * Saves the story of an account whose test failed as a page, in the folder ALIAS_SANDBOX_PAGES if that is set. What goes
 * wrong with it is told, and hides no failure.
 */
export async function saveFailurePage(account: Account, test: string): Promise<void> {
  const folder = process.env['ALIAS_SANDBOX_PAGES']
  if (folder === undefined || folder === '') return
  try {
    const html = await account.page()
    const name = `${test}-${account.name}`.replaceAll(/[^\w.-]+/g, '_').slice(-MAX_NAME)
    const file = join(folder, `${name.replace(/^[.-]+/, '')}.html`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, html)
    tell(`what happened is in ${file}`)
  } catch (error) {
    tell(`no page of the failed test: ${(error as Error).message}`)
  }
}

function tell(text: string): void {
  process.stderr.write(`alias-sandbox: ${text}\n`)
}
