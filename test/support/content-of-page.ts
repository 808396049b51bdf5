import { gunzipSync } from 'node:zlib'

/** Reads the content of a page as its script does. */
export function contentOfPage(html: string): string {
  const [, data = ''] = /id="page-data">([^<]*)</.exec(html) ?? []
  return gunzipSync(Buffer.from(data, 'base64')).toString('utf8')
}
