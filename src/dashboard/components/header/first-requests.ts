import { quoteForShell } from '../../../text/shell.ts'

type RequestLine = (url: string, key: string) => string
type FirstRequest = { name: string; line: RequestLine }

/** A text in double quotes, for JavaScript and Python. */
const double = (text: string) => JSON.stringify(text)
/** A text in single quotes, for PHP and Ruby. */
const single = (text: string) => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`
const bearer = (key: string) => `Bearer ${key}`

/** A first request that lists the aliases, as a line to paste; none needs a package. */
export const firstRequests = {
  curl: {
    name: 'curl',
    line: (url, key) => `curl ${url} -H ${quoteForShell(`Authorization: ${bearer(key)}`)}`,
  },
  javascript: {
    name: 'JavaScript',
    line: (url, key) =>
      `console.log(await (await fetch(${double(url)}, { headers: { authorization: ${double(bearer(key))} } })).json())`,
  },
  python: {
    name: 'Python',
    line: (url, key) =>
      `import urllib.request as r; print(r.urlopen(r.Request(${double(url)}, headers={"Authorization": ${double(bearer(key))}})).read().decode())`,
  },
  php: {
    name: 'PHP',
    line: (url, key) =>
      `echo file_get_contents(${single(url)}, false, stream_context_create(['http' => ['header' => ${single(`Authorization: ${bearer(key)}`)}]]));`,
  },
  ruby: {
    name: 'Ruby',
    line: (url, key) =>
      `require 'net/http'; puts Net::HTTP.get(URI(${single(url)}), 'Authorization' => ${single(bearer(key))})`,
  },
} as const satisfies Readonly<Record<string, FirstRequest>>

export type Language = keyof typeof firstRequests
