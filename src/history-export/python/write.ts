import { readDoStep, type CallStep, type DoStep, type ExpectStep } from '../../contract/expect.ts'
import { inputBounds } from '../../contract/bounds.ts'
import type { HistoryFileItemOf } from '../../contract/history-file.ts'
import { Code } from '../code.ts'
import { quoted, toLiteral, toPath, toText } from './values.ts'
import { commentsOf, factsOf, namesIn, noNames, type Names, type Written } from '../written.ts'

/** Can urllib make this call? */
export function canOpen({ request }: HistoryFileItemOf<'call'>): boolean {
  const { method, path, query = '' } = request
  return method !== 'CONNECT' && /^[\x21-\x7e]*$/.test(`${path}${query}`)
}

export function writePytest(written: Written): string {
  const { scenario, steps } = written.story
  const names = namesIn(steps, (name, isCall) => (isCall ? `${name}.body` : name))
  const calls = steps.filter((step) => 'call' in step) as CallStep[]
  const isQuoted = calls.some(({ call }) =>
    [...names.keys()].some((name) => call.includes(`{${name}.`)),
  )
  const lines = steps.flatMap((step) => ['', ...toStatements(step, names)])
  const isEmpty = steps.length === 0
  return [
    ...commentsOf(written).map((line) => `# ${line}`),
    'import http.client',
    'import json',
    'import os',
    'import shutil',
    'import signal',
    'import subprocess',
    'import urllib.error',
    ...(isQuoted ? ['import urllib.parse'] : []),
    'import urllib.request',
    '',
    'import pytest',
    '',
    '# The state in which the story begins; its clock moves only when a step moves it.',
    `SCENARIO = ${toLiteral(scenario, noNames, 0, 11)}`,
    '',
    SUPPORT,
    '',
    'def test_the_calls_get_the_recorded_answers(sandbox):',
    ...(isEmpty ? ['    pass'] : lines.slice(1).map(indented)),
    '',
  ].join('\n')
}

function indented(line: string): string {
  return line === '' ? '' : `    ${line.replaceAll('\n', '\n    ')}`
}

/** What every test needs, with the standard library only. */
const SUPPORT = `
# What urllib raises when no answer comes, or only a part of it.
NO_ANSWER = (OSError, http.client.HTTPException)


class Answer:
    """The answer to a call."""

    def __init__(self, response):
        text = response.read().decode()
        self.status = response.status
        self.retry_after = response.headers["Retry-After"]
        self.body = json.loads(text) if text.startswith("{") else text


class Sandbox:
    """A running sandbox, and its account."""

    def __init__(self, url, first_key):
        self.url = url
        self.first_key = first_key

    def call(self, method, path, body=None, headers=None, key="current", timeout=30):
        """Make a call; a key of None sends none, and a header of None is left out."""
        sent = {}
        if key is not None:
            sent["Authorization"] = f"Bearer {self.key() if key == 'current' else key}"
        if body is not None:
            sent["Content-Type"] = "application/json"
            if not isinstance(body, (bytes, str)):
                body = json.dumps(body, separators=(",", ":"))
            if isinstance(body, str):
                body = body.encode()
        sent.update({name.title(): value for name, value in (headers or {}).items()})
        sent = {name: value for name, value in sent.items() if value is not None}
        request = urllib.request.Request(self.url + path, body, sent, method=method)
        try:
            with urllib.request.urlopen(request, timeout=timeout) as response:
                return Answer(response)
        except urllib.error.HTTPError as refusal:
            with refusal:
                return Answer(refusal)

    def key(self):
        """The key that is valid now."""
        with urllib.request.urlopen(f"{self.url}/_sandbox/accounts/default") as response:
            return json.load(response)["api_key"]

    def do(self, action, **arguments):
        """Do what a client cannot do, such as settling an invoice."""
        url = f"{self.url}/_sandbox/accounts/default/actions/{action}"
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(url, json.dumps(arguments).encode(), headers)
        with urllib.request.urlopen(request) as response:
            return json.load(response)["result"]


@pytest.fixture
def sandbox(tmp_path):
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(SCENARIO))
    options = ["--scenario", str(file), "--port", "0", "--json", "--no-ui"]
    command = [shutil.which("npx"), "alias-sandbox", "start", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        ready = json.loads(process.stdout.readline())
        try:
            yield Sandbox(ready["url"], ready["api_key"])
        finally:
            os.kill(ready["pid"], signal.SIGTERM)  # npx does not pass signals on
`

function toStatements(step: ExpectStep, names: Names): string[] {
  if ('do' in step) return [toAction(step, names)]
  const { times = 1, status, as: answer = 'answer' } = step
  const made = `sandbox.call(${toArguments(step, names)})`
  const statements =
    status === 'none'
      ? ['with pytest.raises(NO_ANSWER):', `    ${made}`]
      : [
          `${answer} = ${made}`,
          ...factsOf(step).map(([path, expected]) => `assert ${toCheck(answer, path, expected)}`),
        ]
  if (times === 1) return statements
  return [`for _ in range(${times}):`, ...statements.map(indented)]
}

function toAction(step: DoStep, names: Names): string {
  const { action, args } = readDoStep(step)
  const used = step.verbatim ? noNames : names
  const isPlain = Object.keys(args).every((name) => /^[a-z_]+$/.test(name) && !keywords.has(name))
  const pieces = isPlain
    ? Object.entries(args).map(([name, value]) => `${name}=${toLiteral(value, used, 0, 30)}`)
    : [`**${toLiteral(args, used, 0, 30)}`]
  const made = `sandbox.do(${[quoted(action), ...pieces].join(', ')})`
  return step.as === undefined ? made : `${step.as} = ${made}`
}

/** Words that cannot be the name of an argument, and the one that \`do\` itself has. */
const keywords = new Set(['for', 'from', 'in', 'is', 'action', 'self'])

function toCheck(answer: string, path: string, expected: unknown): string {
  const [field = '', ...rest] = path.split('.')
  const found = `${answer}.${field}${rest.length === 0 ? '' : toPath(rest.join('.'))}`
  if (path === 'body.aliases') return `len(${found}) == ${String(expected)}`
  const isWord = expected === null || typeof expected === 'boolean'
  return `${found} ${isWord ? 'is' : '=='} ${toLiteral(expected, noNames)}`
}

function toArguments(step: CallStep, names: Names): string {
  const { call, body, unreadable, headers, key, status, verbatim } = step
  const [method = '', path = ''] = call.split(' ')
  const most = inputBounds.v1BodyBytes.max
  const sent =
    unreadable === 'too_large'
      ? new Code(`" " * ${most + 1}`)
      : unreadable === 'not_utf8'
        ? new Code('b"\\xff"')
        : body
  const used = verbatim ? noNames : names
  const pieces = [
    quoted(method),
    toText(path, names, (code) => `urllib.parse.quote(${code}, safe="")`),
    ...(sent === undefined ? [] : [`body=${toLiteral(sent, used, 0, 40)}`]),
    ...(headers ? [`headers=${toLiteral(headers, used, 0, 40)}`] : []),
    ...(key === undefined ? [] : [`key=${toKey(key)}`]),
    ...(status === 'none' ? ['timeout=1'] : []),
  ]
  const line = pieces.join(', ')
  const isLong = !line.includes('\n') && line.length > MAX_LINE
  return isLong ? `\n${pieces.map((part) => `    ${part},\n`).join('')}` : line
}

/** Longer arguments stand on several lines. */
const MAX_LINE = 60

function toKey(key: string): string {
  if (key === '{none}') return 'None'
  return key === '{first_key}' ? 'sandbox.first_key' : quoted(key)
}
