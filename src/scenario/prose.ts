import type { Prose } from '../core/account/account.ts'
import { readPackageJson } from '../package-files.ts'

let prose: Prose | undefined

/**
 * Words for made-up aliases: the same ones in every run, since they were drawn when the package was
 * built. Read at the first use, without awaiting: a `/v1` call may be that first use.
 */
export function loadProse(): Prose {
  prose ??= readPackageJson('generated/prose.json') as Prose
  return prose
}
