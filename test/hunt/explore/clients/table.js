// The clients that `npm run measure:explore` measures. For each bug: the kind of the problem that has to be
// found (for etiquette with its rule), and the fewest elements of a scenario that shows it, thought out by hand.
// An element is a start other than `plus`, or one thing that happens.

export const bugs = [
  bug(
    'waiting/ignores-retry-after',
    'ignores Retry-After',
    'etiquette/waits_out_',
    'one 503 or 429',
  ),
  bug(
    'waiting/waits-a-second-at-most',
    'waits a second at most',
    'etiquette/waits_out_',
    'one 503 or 429',
  ),
  bug(
    'waiting/treats-every-429-alike',
    'retries the daily cap as it does a burst',
    'etiquette/waits_for_midnight',
    'one daily 429',
  ),
  bug(
    'waiting/sleeps-a-second.py',
    'sleeps a second (Python)',
    'etiquette/waits_out_',
    'one 503 or 429',
  ),
  bug(
    'waiting/sleeps-a-second.sh',
    'sleeps a second between tries (shell)',
    'etiquette/waits_out_',
    'one 503 or 429',
  ),
  bug(
    'retrying/creates-again-after-a-lost-answer.py',
    'creates again after a lost answer (Python)',
    'duplicate',
    'one lost answer',
  ),
  bug(
    'reading/crashes-on-html.py',
    'parses an HTML page as JSON (Python)',
    'crash',
    'one HTML page',
  ),
  bug(
    'retrying/retries-a-403',
    'retries a 403',
    'etiquette/no_loop_on_403',
    'a plan that is refused',
  ),
  bug(
    'retrying/retries-a-401-for-ever',
    'retries a 401 for ever',
    'etiquette/no_loop_on_401',
    'a key that is refused',
  ),
  bug(
    'retrying/retries-a-409-for-ever',
    'retries a 409 for ever',
    'never_ends',
    'collisions that do not end',
  ),
  bug(
    'retrying/creates-again-after-a-lost-answer',
    'creates again after a lost answer',
    'duplicate',
    'one lost answer',
  ),
  bug(
    'retrying/creates-again-after-a-reset',
    'creates again after a connection was reset',
    'duplicate',
    'one connection that is reset',
  ),
  bug(
    'retrying/creates-again-after-a-time-out',
    'creates again after a timeout of its own',
    'duplicate',
    'one slow answer',
  ),
  bug(
    'retrying/looks-in-an-old-list',
    'looks for a lost creation in a list that it read before',
    'duplicate',
    'one lost answer',
  ),
  bug(
    'retrying/one-retry-for-all',
    'one retry for the whole run',
    'gives_up',
    'one outage of two calls',
    2,
  ),
  bug(
    'retrying/milliseconds-after-a-409',
    'expires_at in milliseconds, in a retry only',
    'etiquette/seconds_in_expires_at',
    'one 409',
  ),
  bug(
    'paging/stops-at-a-short-page',
    'takes a short page for the last one',
    'incomplete',
    'short pages, and more than one',
    2,
  ),
  bug('paging/drops-the-cursor', 'drops the cursor', 'never_ends', 'more than one page'),
  bug(
    'paging/cursor-under-another-name',
    'sends the cursor under another name',
    'etiquette/passes_cursor_back',
    'more than one page',
  ),
  bug(
    'paging/fails-at-an-empty-page',
    'reads the last alias of an empty page',
    'crash',
    'a creation that is lost, so that it looks in an empty list',
  ),
  bug(
    'reading/swallows-errors',
    'swallows errors and exits with 0',
    'passes_wrongly',
    'a plan or key that is refused',
  ),
  bug(
    'reading/takes-4xx-for-success',
    'takes a 4xx for a success',
    'passes_wrongly',
    'a plan or key that is refused',
  ),
  bug('reading/crashes-on-html', 'parses an HTML page as JSON', 'crash', 'one HTML page'),
  bug(
    'reading/takes-half-a-list',
    'takes half a page for the whole list',
    'incomplete',
    'one page that is cut off',
  ),
  bug(
    'paging/first-page-only-makes-again',
    'looks on the first page only, and makes it again',
    'duplicate/without_trouble',
    'more than one page',
  ),
  bug(
    'paging/first-page-only-does-not-find',
    'looks on the first page only, and does not find it',
    'incomplete/without_trouble',
    'more than one page',
  ),
  bug(
    'paging/first-page-only-reports-too-few',
    'takes the first page for the whole list',
    'incomplete',
    'more than one page',
  ),
  bug(
    'paging/same-cursor-while-has-more',
    'goes on while has_more, with the same cursor',
    'never_ends',
    'more than two pages',
  ),
  bug(
    'paging/parallel-pages-with-one-cursor',
    'fetches pages in parallel with one cursor',
    'incomplete',
    'more than one page',
  ),
  bug(
    'retrying/loops-on-html',
    'loops as long as the answer is HTML',
    'never_ends/garbage',
    'HTML that does not end',
  ),
  bug(
    'retrying/reads-a-body-twice',
    'sends what is left of a body that was read',
    'incomplete',
    'one refusal that passes',
  ),
  bug(
    'retrying/transport-repeats-a-post',
    'repeats a POST after a reset of the connection',
    'duplicate',
    'one lost answer',
  ),
  bug(
    'waiting/no-longer-than-its-time-out',
    'never waits longer than its timeout',
    'etiquette/waits_out_',
    'one 503 or 429',
  ),
  bug('waiting/one-time-out-for-all-tries', 'one timeout over all tries', 'gives_up', 'one 503'),
  bug(
    'waiting/workers-share-no-wait',
    'a queue that shares no wait',
    'etiquette/waits_out_',
    'one 503 or 429',
  ),
  bug(
    'racing/one-label-twice',
    'looks for an alias twice at the same time, and makes it twice',
    'duplicate/order',
    'an answer that comes after another',
  ),
  bug(
    'racing/last-place-of-the-day',
    'ends at the first failure, although the other creation got the last place',
    'incomplete/',
    'an answer that comes after that of a creation which finds the day full',
    2,
  ),
  bug(
    'racing/rotation-during-a-list',
    'takes the last answer as what is true of its key',
    'passes_wrongly/order',
    'an answer that comes after that of a request with a key that was rotated meanwhile',
    2,
  ),
]

function bug(file, title, kind, scenario, least = 1) {
  return { file, title, kind, scenario, least }
}

export const careful = [
  { file: 'careful/fetch', title: 'fetch, with retries' },
  { file: 'careful/http-request', title: 'http.request, creates only what is missing' },
  { file: 'careful/axios', title: 'axios with axios-retry' },
  {
    file: 'careful/reports-at-once',
    title: 'reports every error at once',
    options: ['--without', 'gives_up'],
  },
  { file: 'careful/workers', title: 'three workers with one key' },
  { file: 'careful/gate', title: 'four workers behind one gate' },
  { file: 'careful/one-label-once', title: 'one alias for two clicks' },
  { file: 'careful/last-place-of-the-day', title: 'waits for both of two creations' },
  { file: 'careful/rotation-during-a-list', title: 'never trusts a refused key again' },
  { file: 'careful/got', title: 'got' },
  { file: 'careful/openapi-fetch', title: 'openapi-fetch with a middleware' },
  { file: 'careful/requests_tenacity.py', title: 'requests with tenacity (Python)' },
  { file: 'careful/httpx_asyncio.py', title: 'httpx with asyncio (Python)' },
  { file: 'careful/urllib3_retry.py', title: 'urllib3 with its Retry (Python)' },
]
