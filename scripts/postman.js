// The Postman collection for manual tests: one folder per scenario, with the steps of its `expect` as
// requests that check their own responses.
import { shippedScenarios } from './shipped-scenarios.js'

/** The whole of docs/postman/alias-sandbox.postman_collection.json. */
export function postmanCollection() {
  return {
    info: {
      name: 'alias-sandbox',
      description:
        'Every scenario of alias-sandbox, step by step. Start a sandbox (npx alias-sandbox), then run a folder from top to bottom: its first request makes an account of its own whose clock stands still, its last one removes it. Set base_url if the sandbox is elsewhere. In one folder an answer gets lost on purpose, which newman counts as a request that failed.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [
      { key: 'base_url', value: 'http://127.0.0.1:25427' },
      ...['account', 'key', 'first_key', 'id', 'next_cursor', 'made'].map((key) => ({
        key,
        value: '',
      })),
    ],
    event: [script('test', checkAnswer)],
    item: shippedScenarios().map(toFolder),
  }
}

function toFolder({ name, scenario }) {
  return {
    name: scenario.title,
    description: `${scenario.summary}\n\nScenario: ${name}. Key: sandbox_${name}.`,
    item: [startOf(name), ...scenario.expect.map(toItem), end],
  }
}

function startOf(name) {
  return item({
    name: `Start: an account in scenario ${name}`,
    method: 'POST',
    path: '/_sandbox/accounts',
    body: { scenario: name, api_key: '{{first_key}}', clock: { mode: 'frozen' } },
    expected: { status: 201 },
    before: [
      "pm.collectionVariables.set('first_key', 'sandbox_qa-' + pm.variables.replaceIn('{{$guid}}'));",
      "pm.collectionVariables.set('made', '0');",
    ],
  })
}

const end = item({
  name: 'End: remove the account',
  method: 'DELETE',
  path: '/_sandbox/accounts/{{account}}',
  expected: { status: 204 },
})

function toItem(step) {
  if ('do' in step) return toAction(step)
  if ('mail' in step) return toInbox(step)
  return step.status === 'none' ? toLostCall(step) : toCall(step)
}

function toAction({ do: action, status = 200, result, ...input }) {
  return item({
    name: `Do: ${action} ${JSON.stringify(input)}`.replace(' {}', ''),
    method: 'POST',
    path: `/_sandbox/accounts/{{account}}/actions/${action}`,
    body: input,
    expected: { status, result },
  })
}

function toInbox({ mail: { subject, count, ...filter } }) {
  const query = new URLSearchParams(filter).toString().replaceAll('%7Bid%7D', '{id}')
  return item({
    name: `Mail: ${JSON.stringify({ ...filter, subject, count })}`,
    method: 'GET',
    path: `/_sandbox/accounts/{{account}}/inbox?${query}`,
    expected: { status: 200, mail: { subject, count } },
  })
}

function toCall({ call, body, key, ...expected }) {
  const [method, path] = call.split(' ')
  const { times = 1 } = expected
  return item({
    name: `${call} → ${expected.status}${times > 1 ? ` (${times} times)` : ''}`,
    method,
    path,
    body,
    key: (key ?? '{key}').replace(/^\{(\w+)\}$/, '{{$1}}'),
    expected,
  })
}

/** A call without a response would end a run, so a script sends it and the request looks it up in the journal. */
function toLostCall({ call, body }) {
  const [method, path] = call.split(' ')
  const sent = {
    url: `{{base_url}}${path}`,
    method,
    header: { Authorization: 'Bearer {{key}}', 'Content-Type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  }
  return item({
    name: `${call} → no answer (made by the way; this looks it up in the journal)`,
    method: 'GET',
    path: '/_sandbox/accounts/{{account}}/requests',
    expected: { status: 200, answered: 0 },
    before: [
      `const lost = JSON.parse(pm.variables.replaceIn(${JSON.stringify(JSON.stringify(sent))}));`,
      "pm.sendRequest({ ...lost, body: { mode: 'raw', raw: lost.body } }, (error) => {",
      "  pm.test('no answer comes', () => pm.expect(error).to.not.be.null);",
      '});',
    ],
  })
}

function item({ name, method, path, body, key, expected, before = [] }) {
  const headers = [
    ...(key ? [{ key: 'Authorization', value: `Bearer ${key}` }] : []),
    ...(body === undefined && method === 'GET'
      ? []
      : [{ key: 'Content-Type', value: 'application/json' }]),
  ]
  const url = `{{base_url}}${path}`.replaceAll(/(?<!\{)\{(id|next_cursor)\}(?!\})/g, '{{$1}}')
  return {
    name,
    event: [
      script('prerequest', [
        ...before,
        `pm.variables.set('expected', ${JSON.stringify(JSON.stringify(expected))});`,
      ]),
    ],
    request: {
      method,
      header: headers,
      url,
      ...(body !== undefined && { body: { mode: 'raw', raw: rawOf(body) } }),
    },
    response: [],
  }
}

function rawOf(body) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return text.replaceAll(/(?<!\{)\{(id|next_cursor)\}(?!\})/g, '{{$1}}')
}

function script(listen, exec) {
  return { listen, script: { type: 'text/javascript', exec } }
}

/** Checks a response against the expectation of its request, and stores values for later requests. */
const checkAnswer = `
const expected = JSON.parse(pm.variables.get('expected'));
const body = pm.response.text() === '' ? {} : (() => { try { return pm.response.json(); } catch { return {}; } })();
const first = body.alias || (body.aliases || [])[0];
const remember = (name, value) => value && pm.collectionVariables.set(name, value);

pm.test('status ' + expected.status, () => pm.response.to.have.status(expected.status));
if (expected.code) pm.test('code ' + expected.code, () => pm.expect(body.code).to.equal(expected.code));
if (expected.retry_after) pm.test('Retry-After ' + expected.retry_after, () => {
  const given = pm.response.headers.get('Retry-After') || 'absent';
  pm.expect(given).to.equal(String(expected.retry_after));
});
if (expected.aliases !== undefined) pm.test(expected.aliases + ' aliases', () => pm.expect(body.aliases.length).to.equal(expected.aliases));
if (expected.has_more !== undefined) pm.test('has_more ' + expected.has_more, () => pm.expect(body.has_more).to.equal(expected.has_more));
if (expected.alias) pm.test('the alias', () => pm.expect(first).to.deep.include(expected.alias));
if (expected.result) pm.test('the result', () => pm.expect(body.result).to.deep.include(expected.result));
if (expected.mail) pm.test('the inbox', () => {
  const { subject, count } = expected.mail;
  const found = body.mails.filter((mail) => subject === undefined || mail.subject === subject).length;
  if (count === undefined) pm.expect(found).to.be.above(0); else pm.expect(found).to.equal(count);
});
if (expected.answered !== undefined) pm.test('answered ' + expected.answered, () => pm.expect(body.requests.pop().response.status).to.equal(expected.answered));

if (body.name && body.api_key) remember('account', body.name);
remember('key', body.api_key || (body.result && body.result.api_key));
remember('id', first && first.id);
remember('next_cursor', body.next_cursor);

const made = Number(pm.collectionVariables.get('made')) + 1;
const goesOn = made < (expected.times || 1);
pm.collectionVariables.set('made', goesOn ? String(made) : '0');
if (goesOn) pm.execution.setNextRequest(pm.info.requestId);
`
  .trim()
  .split('\n')
