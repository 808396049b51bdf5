import * as v from 'valibot'
import { expecting } from './fields.ts'

/** The fields that say what a file is; no other version of it is read. */
export type FileHeader = { readonly format: string; readonly version: number }

/** The schemas of these fields. */
export function headerFields({ format, version }: FileHeader) {
  return {
    format: v.literal(format, expecting(`"${format}"`)),
    version: v.literal(version, expecting(`${version}`)),
  }
}

/** Why a value of this format is not read if it has another version; undefined otherwise. */
export function findOtherVersion(
  value: unknown,
  { format, version }: FileHeader,
): string | undefined {
  const found = (value ?? {}) as Partial<FileHeader>
  if (found.format !== format || !Number.isSafeInteger(found.version)) return undefined
  return found.version === version ? undefined : otherVersion(found.version!, version)
}

/** Follows the name of a file: `has format version 2; this alias-sandbox reads version 1`. */
export function otherVersion(found: number, read: number): string {
  return `has format version ${found}; this alias-sandbox reads version ${read}`
}
