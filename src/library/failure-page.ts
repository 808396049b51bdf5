import { join, resolve } from 'node:path'
import type { Account } from '../client/account.ts'
import { makeFolder } from '../node/files/whole-file.ts'

/** A file name that every system takes. */
const MAX_NAME = 100

/**
 * Saves what happened in an account whose test failed as a page, in the folder ALIAS_SANDBOX_PAGES if that is set. Returns the
 * path of the page. What goes wrong with it is told, and hides no failure.
 */
export async function saveFailurePage(account: Account, test: string): Promise<string | undefined> {
  const folder = process.env['ALIAS_SANDBOX_PAGES']
  if (folder === undefined || folder === '') return undefined
  try {
    const name = `${test}-${account.name}`.replaceAll(/[^\w.-]+/g, '_').slice(-MAX_NAME)
    const file = join(folder, `${name.replace(/^[.-]+/, '')}.html`)
    makeFolder(resolve(folder))
    await account.save(file)
    tell(`what happened is in ${file}`)
    return file
  } catch (error) {
    tell(`no page of the failed test: ${(error as Error).message}`)
    return undefined
  }
}

function tell(text: string): void {
  process.stderr.write(`alias-sandbox: ${text}\n`)
}
