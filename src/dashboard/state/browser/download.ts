/** Downloads a text, or bytes, as a file. */
export function download(
  name: string,
  content: string | Uint8Array,
  type = 'application/json',
): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content as BlobPart], { type }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
