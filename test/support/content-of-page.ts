import { gunzipSync } from 'node:zlib'

/** What a page carries, as its script reads it. */
export function contentOfPage(html: string): string {
  const [, data = ''] = /id="page-data">([^<]*)</.exec(html) ?? []
  return gunzipSync(Buffer.from(data, 'base64')).toString('utf8')
}
