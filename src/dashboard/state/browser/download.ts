import { ANY_TYPE } from '../../../contract/values/any-type.ts'

/** Downloads a text, or bytes, as a file. */
export function download(name: string, content: string | Uint8Array): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content as BlobPart], { type: ANY_TYPE }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
