import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { lines, historiesIn, worker, type ScriptedClient } from './scripted-client.ts'

const five: Scenario = { populate: 5 }
const one: Scenario = { populate: 1 }

/** A walk over five aliases by a worker, from a moment on. */
function walk(who: string, at = 0, step = 0.1): string {
  return [
    `${at} ${who} GET ?limit=2`,
    `${at + step} ${who} GET ?limit=2&last_key={next}`,
    `${at + 2 * step} ${who} GET ?limit=2&last_key={next}`,
  ].join('\n')
}

export const pagingHistories: ScriptedClient[] = [
  ...historiesIn(five, [
    ['pages: a walk', 'cursor=pass end=pass', 'It follows each cursor and stops.', walk('A')],
    ['pages: first page only', 'cursor=not_exercised', 'One page was enough.', '0 A GET ?limit=2'],
    [
      'pages: two walks in turn',
      'cursor=pass end=pass',
      'It starts again from the first page.',
      `${walk('A')}\n${walk('A', 1)}`,
    ],
    [
      'pages: nightly walks',
      'cursor=pass end=pass',
      'Once a day.',
      lines(3, (n) => `${walk('A', n * 10)}\n${n * 10 + 5} tester advance_clock {"by":"1d"}`),
    ],
    [
      'pages: three walks in parallel',
      'cursor=pass end=pass',
      'Each walk follows its own cursors.',
      lines(3, (n) => walk(worker(n), n * 0.01)),
    ],
    [
      'pages: starts again in the middle',
      'cursor=pass',
      'It was restarted and begins anew.',
      '0 A GET ?limit=2\n0.1 A GET ?limit=2&last_key={next}\n10 A GET ?limit=2\n10.1 A GET ?limit=2&last_key={next}',
    ],
    [
      'pages: a lost page again',
      'cursor=pass end=pass',
      'The page was not read, so its cursor is sent again.',
      '0 A GET ?limit=2\n0.1 A GET ?limit=2&last_key={next}\n0.2 A GET ?limit=2&last_key={next} | takes 3, leaves 1\n2 A GET ?limit=2&last_key={next}',
    ],
    [
      'pages: sends the first cursor again and again',
      'cursor=advice',
      'It has read the next cursor each time.',
      '0 A GET ?limit=1\n0.1 A GET ?limit=1&last_key={first}\n0.2 A GET ?limit=1&last_key={first}\n0.3 A GET ?limit=1&last_key={first}',
    ],
    [
      'pages: a page twice',
      'cursor=pass',
      'Somebody went back to it.',
      '0 A GET ?limit=2\n0.1 A GET ?limit=2&last_key={first}\n0.2 A GET ?limit=2&last_key={first}',
    ],
    [
      'pages: a creation between pages',
      'cursor=pass end=pass',
      'Other calls do not disturb a walk.',
      '0 A GET ?limit=4\n0.1 A POST {"label":"x"}\n0.2 A GET ?limit=4&last_key={next}',
    ],
    [
      'pages: other limits',
      'cursor=pass end=pass',
      'A page may have another size.',
      '0 A GET ?limit=1\n0.1 A GET ?limit=3&last_key={next}\n0.2 A GET ?limit=100&last_key={next}',
    ],
    [
      'pages: the cursor of a deleted alias',
      'cursor=pass end=pass',
      'It was issued, though its alias is gone.',
      '0 A GET ?limit=2\n1 tester populate_aliases {"count":1}\n2 A GET ?limit=100&last_key={next}',
    ],
    [
      'pages: polls the last page each night',
      'cursor=pass end=pass',
      'It keeps its place and looks for more.',
      `${walk('A')}\n${lines(3, (n) => `${n * 100 + 100} A GET ?limit=2&last_key={next}`)}`,
    ],
    [
      'pages: looks at the last page once more after a creation',
      'cursor=pass end=advice',
      'It may look whether the new alias is there.',
      `${walk('A')}\n0.5 A POST {"label":"x"}\n0.6 A GET ?limit=2&last_key={next}`,
    ],
    [
      'pages: unknown parameters beside the cursor',
      'cursor=pass end=pass',
      'They are ignored.',
      '0 A GET ?limit=4&sort=label\n0.1 A GET ?limit=4&sort=label&last_key={next}',
    ],
    [
      'pages: page=1 and then the cursor',
      'cursor=pass end=pass',
      'The first page is what it asked for.',
      '0 A GET ?limit=4&page=1\n0.1 A GET ?limit=4&last_key={next}',
    ],
    [
      'pages: next_cursor instead of last_key',
      'cursor=fail',
      'The parameter has another name.',
      '0 A GET ?limit=2\n0.1 A GET ?limit=2&next_cursor={next}',
    ],
    [
      'pages: cursor instead of last_key',
      'cursor=fail',
      'The parameter has another name.',
      lines(4, (n) => `${n * 0.1} A GET ?limit=2${n > 0 ? '&cursor={next}' : ''}`),
    ],
    [
      'pages: page numbers',
      'cursor=fail',
      'There are no page numbers; each call gets the first page.',
      lines(3, (n) => `${n * 0.1} A GET ?limit=2&page=${n + 1}`),
    ],
    [
      'pages: offsets',
      'cursor=fail',
      'There are no offsets.',
      lines(3, (n) => `${n * 0.1} A GET ?limit=2&offset=${n * 2}`),
    ],
    [
      'pages: starting_after an id',
      'cursor=fail',
      'A parameter of another API.',
      '0 A GET ?limit=2\n0.1 A GET ?limit=2&starting_after=abc',
    ],
    ...'nextCursor page_token pageToken next_token nextToken after Page lastKey'
      .split(' ')
      .map((name): [string, string, string, string] => [
        `pages: ${name} instead of last_key`,
        'cursor=fail',
        'A parameter of another API.',
        `0 A GET ?limit=2\n0.1 A GET ?limit=2&${name}=2`,
      ]),
    [
      'pages: parameters that only look like those of other APIs',
      'cursor=not_exercised',
      'They say nothing of pages.',
      '0 A GET ?limit=2\n0.1 A GET ?limit=2&homepage=2\n0.2 A GET ?limit=2&afterwards=2',
    ],
    [
      'pages: a wrong limit beside the cursor',
      'cursor=pass 400=pass',
      'The cursor went back as it came.',
      '0 A GET ?limit=2\n0.1 A GET ?limit=x&last_key={next}',
    ],
    [
      'pages: a changed cursor',
      'cursor=fail 400=pass',
      'It has to go back unchanged.',
      '0 A GET ?limit=2\n0.1 A GET ?limit=2&last_key={next}x',
    ],
    [
      'pages: an invented cursor',
      'cursor=fail 400=pass',
      'Nobody issued it.',
      '0 A GET ?limit=2\n0.1 A GET ?limit=2&last_key=2',
    ],
    [
      'pages: undefined as the cursor',
      'cursor=fail 400=pass',
      'It reads a field that does not exist.',
      '0 A GET ?limit=2\n0.1 A GET ?limit=2&last_key=undefined',
    ],
    [
      'pages: null on the first page',
      'cursor=fail 400=pass',
      'A first page has no cursor.',
      '0 A GET ?limit=2&last_key=null',
    ],
    [
      'pages: an empty cursor on the first page',
      'cursor=fail 400=pass',
      'A first page has no cursor.',
      '0 A GET ?limit=2&last_key=\n0.1 A GET ?limit=2',
    ],
    [
      'pages: None on the first page',
      'cursor=fail 400=pass',
      'Python’s None as text.',
      '0 A GET ?last_key=None',
    ],
    [
      'pages: null after the last page',
      'cursor=pass end=fail 400=pass',
      'The last page said that there is no more.',
      `${walk('A')}\n0.4 A GET ?limit=2&last_key=null`,
    ],
    [
      'pages: an empty cursor after the last page',
      'cursor=pass end=fail 400=pass',
      'The null became an empty text.',
      `${walk('A')}\n0.4 A GET ?limit=2&last_key=`,
    ],
    [
      'pages: null after the last page, a connection a call',
      'cursor=pass end=fail 400=pass',
      'One client without keep-alive.',
      `${walk('A').replaceAll(/$/gm, ' | new')}\n0.4 A GET ?limit=2&last_key=null | new`,
    ],
    [
      'pages: the last page without an end',
      'cursor=pass end=fail',
      'It keeps the last cursor because null is no cursor.',
      `${walk('A')}\n${lines(4, (n) => `${0.3 + n * 0.1} A GET ?limit=2&last_key={next}`)}`,
    ],
    [
      'pages: the last page once more at once',
      'cursor=pass end=fail',
      'A loop that ends one page too late.',
      `${walk('A')}\n0.3 A GET ?limit=2&last_key={next}`,
    ],
    [
      'pages: one of two walks does not end',
      'cursor=pass end=fail',
      'B ends; A goes on.',
      `${walk('A')}\n${walk('B', 0.05)}\n${lines(7, (n) => `${0.3 + n * 0.1} A GET ?limit=2&last_key={next}`)}`,
    ],
  ]),
  ...historiesIn({ aliases: [{ id: 'shop' }] }, [
    [
      'pages: the id of an alias on the only page',
      'cursor=fail 400=pass',
      'A list showed it as an id; no page had a cursor.',
      '0 A GET\n0.1 A GET ?last_key=shop',
    ],
    [
      'pages: the id of an alias from a list that was not read',
      'cursor=advice 400=pass',
      'It left before the answer, so it has the id from elsewhere.',
      '0 A GET | takes 2, leaves 1\n3 A GET ?last_key=shop',
    ],
    [
      'pages: the id of an alias that no answer has shown',
      'cursor=advice 400=pass',
      'It may have been issued before this record began.',
      '0 A GET ?last_key=shop',
    ],
  ]),
  ...historiesIn({ aliases: [{ id: 'shop' }], choices: { cursor: 'id' } }, [
    [
      'pages: the id of an alias, where cursors are ids',
      'cursor=not_exercised end=pass',
      'It may be the cursor of an earlier run.',
      '0 A GET\n0.1 A GET ?last_key=shop',
    ],
  ]),
  ...historiesIn(one, [
    [
      'pages: a cursor from an earlier run',
      'cursor=advice 400=pass',
      'It may have been issued before this record began.',
      '0 A GET ?last_key=abcdef',
    ],
    [
      'pages: a list of one page, again and again',
      'cursor=not_exercised',
      'There is nothing to follow.',
      lines(5, (n) => `${n} A GET`),
    ],
    [
      'pages: null after the only page',
      'cursor=not_exercised end=fail 400=pass',
      'The only page was the last.',
      '0 A GET\n0.1 A GET ?last_key=null',
    ],
  ]),
]
