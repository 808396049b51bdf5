import { defaults } from '../../../contract/defaults.ts'
import { resultFormatNames } from '../../../contract/control/answer-forms.ts'
import { flag, integer, list, text, type OptionRow } from './option-row.ts'

/** A run without a time limit: only the user knows how long their suite takes. */
export const NO_TIME_LIMIT = 'none'

/** The options of the other commands. */
export const commandRows = {
  env: list(
    'NAME=text',
    'Set a variable for the command, as NAME=text; {url} and {key} are replaced; repeatable',
  ),
  verify: flag(
    'Check the etiquette of the client: exit with 4 if it fails although the command passed',
  ),
  strict: flag(
    'Fail a rule of etiquette where the verdict would be advice; exit with 4 if one fails',
  ),
  'allow-no-calls': flag('Accept with --verify that the command makes no request to the sandbox'),
  report: text(
    'file',
    'Write the report to this file: .txt, .md, .json, .xml (JUnit) or .html (a page)',
  ),
  each: text(
    'scenario|choice',
    'Run the command once in each scenario, or once for each other reading of the document; scenario=plus,free and choice=page_size name some',
  ),
  scenarios: text('a,b|all', 'Scenarios to start in, separated by commas', { default: 'all' }),
  jobs: integer('count', 'Number of runs at a time', { min: 1, max: 64, default: 2 }),
  time: text('duration', 'Time for all runs together, such as 60s or 5m', {
    default: NO_TIME_LIMIT,
  }),
  known: text('file', 'What is accepted: a key a line, such as key until 2027-01-31'),
  'known-update': flag('Accept what is found for 90 days: add it to the file of --known'),
  list: flag('List the lies, and those that the command meets'),
  format: text('format', 'Output format', { choices: resultFormatNames, default: 'text' }),
  verbose: flag('Show the output of every run, not only of those that fail'),
  all: flag('Cover all accounts'),
  timeout: text('duration', 'How long to wait, such as 500ms, 10s or 2m', { default: '10s' }),
  bug: flag('Print a bug report on the request, with commands that reproduce it'),
  as: text('format', 'What --bug prints: Markdown for an issue, or a page', {
    choices: ['markdown', 'html'],
    default: 'markdown',
  }),
  note: text('text', 'Why you send the page; it is shown first'),
  file: text('file', 'Read this session (.json) or page (.html) in place of a running sandbox'),
  follow: flag('Keep running and show what is new', { short: 'f' }),
  body: list(
    'name=value',
    'Only requests whose JSON body has this field with this value; repeatable',
  ),
  header: list('name=value', 'Only requests with this header; repeatable'),
  query: list('name=value', 'Only requests whose query has this parameter; repeatable'),
  to: text('address', 'Only mails to this address, in lower or upper case'),
  text: text('text', 'Only mails with this in subject, text or sender, in lower or upper case'),
  after: text('id', 'Only mails after this one, such as mail_3, or after another action'),
  wait: flag('Wait for the first mail that matches, unless it is there already'),
  account: text('name|key', 'Name or API key of the account', { default: defaults.account }),
  url: text('url', 'URL of the running sandbox', { default: defaults.url }),
  help: flag('Show help', { short: 'h' }),
  version: flag('Show the version', { short: 'v' }),
} as const satisfies Record<string, OptionRow>
