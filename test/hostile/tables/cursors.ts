import { startHostile } from '../support/hostile-sandbox.ts'
import { get, KEY, row } from '../support/row.ts'

const LAST_KEY = 'GET /v1/aliases, last_key'

/** A cursor from the sandbox itself; the fixed seed and clock make it the same each time. */
async function readCursor(): Promise<string> {
  const { running } = await startHostile()
  const headers = { authorization: KEY.replace('Authorization: ', '') }
  const answer = await fetch(`${running.url}/v1/aliases?limit=1`, { headers })
  const { next_cursor: cursor } = (await answer.json()) as { next_cursor: string }
  await running.close()
  return cursor
}

const cursor = await readCursor()
const half = Math.floor(cursor.length / 2)
const swapped = (at: number) => {
  const letter = cursor[at] === 'A' ? 'B' : 'A'
  return cursor.slice(0, at) + letter + cursor.slice(at + 1)
}
const decoded = Buffer.from(cursor, 'base64url').toString()
const written = (text: string) => Buffer.from(text).toString('base64url')

const refused = (name: string, value: string) =>
  row(name, get(`/v1/aliases?last_key=${value}`), 400, LAST_KEY)

/** Values of `last_key`. */
export const cursors = [
  row('the cursor', get(`/v1/aliases?last_key=${cursor}`), 200, LAST_KEY),
  row('the cursor with a limit', get(`/v1/aliases?limit=1&last_key=${cursor}`), 200, LAST_KEY),
  row(
    'the cursor, each letter encoded',
    get(
      `/v1/aliases?last_key=${[...cursor].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')}`,
    ),
    200,
    'RFC 3986, 6.2.2.2',
  ),
  row(
    'the cursor of a creation',
    get(`/v1/aliases?last_key=x`).replace('GET', 'POST'),
    200,
    'choice unknown_fields',
    { creates: 1 },
  ),
  refused('nothing', ''),
  refused('a space', '%20'),
  refused('null', 'null'),
  refused('a number', '1'),
  refused('an id', 'abcdefghij'),
  refused('a path', '../../etc/passwd'),
  refused('a NUL', '%00'),
  refused('bytes', '%ff%fe'),
  refused('a stray percent sign', '%'),
  refused('JSON', '%7B%22id%22:%22a%22,%22n%22:1%7D'),
  refused('a prototype', '__proto__'),
  refused('SQL', "'%20OR%20'1'='1"),
  refused('a script', '<script>alert(1)</script>'),
  refused('4,000 letters', 'A'.repeat(4_000)),
  refused('4,000 equals signs', '='.repeat(4_000)),
  refused('another cursor', written('1.abcdefghij.0123456789abc')),
  refused('the cursor without its first letter', cursor.slice(1)),
  refused('the cursor without its last letter', cursor.slice(0, -1)),
  refused('half the cursor', cursor.slice(0, half)),
  refused('the cursor and a letter', `${cursor}A`),
  refused('the cursor and an equals sign', `${cursor}=`),
  refused('the cursor and a space', `${cursor}%20`),
  refused('a space and the cursor', `+${cursor}`),
  refused('the cursor and a line end', `${cursor}%0a`),
  refused('the cursor and a NUL', `${cursor}%00`),
  refused('the cursor in quotes', `%22${cursor}%22`),
  refused('the cursor twice in one', cursor + cursor),
  refused('the cursor in capitals', cursor.toUpperCase()),
  refused('the cursor backwards', [...cursor].toReversed().join('')),
  refused(
    'the cursor encoded twice',
    [...cursor].map((letter) => `%25${letter.charCodeAt(0).toString(16)}`).join(''),
  ),
  refused('the cursor as base64', `${Buffer.from(decoded).toString('base64')}==`),
  refused('the cursor decoded', encodeURIComponent(decoded)),
  refused('the cursor with another place', written(`9${decoded}`)),
  refused('the cursor with another id', written(decoded.replace(/\.[^.]/, '.q'))),
  refused('the cursor without its seal', written(decoded.replace(/\.[^.]*$/, ''))),
  refused('the cursor with an empty seal', written(decoded.replace(/\.[^.]*$/, '.'))),
  refused('the cursor given twice', `${cursor}&last_key=${cursor}`),
  refused('the cursor and another one', `${cursor}&last_key=x`),
  ...[...cursor].flatMap((_, at) =>
    at % 4 === 0 ? [refused(`the cursor with letter ${at} changed`, swapped(at))] : [],
  ),
  row(
    'the cursor with a bad limit',
    get(`/v1/aliases?limit=0&last_key=${cursor}`),
    400,
    'GET /v1/aliases, limit',
  ),
  row(
    'the cursor of another account',
    get(`/v1/aliases?last_key=${cursor}`).replace('sandbox_default', 'sandbox_plus-other'),
    400,
    LAST_KEY,
    { changes: true },
  ),
]
