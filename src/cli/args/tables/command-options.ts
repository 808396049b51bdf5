import { defaults } from '../../../contract/defaults.ts'
import { resultFormatNames } from '../../../contract/control/answer-forms.ts'
import type { OptionRow } from './option-row.ts'

/** A run without a time limit: only the user knows how long their suite takes. */
export const NO_TIME_LIMIT = 'none'

/** The options of the other commands. */
export const commandRows = {
  env: {
    type: 'list',
    value: 'NAME=text',
    summary:
      'Set a variable for the command, as NAME=text; {url} and {key} are replaced; repeatable',
  },
  verify: {
    type: 'boolean',
    summary:
      'Check the etiquette of the client: exit with 4 if it fails although the command passed',
  },
  strict: {
    type: 'boolean',
    summary: 'Fail a rule of etiquette where the verdict would be advice; exit with 4 if one fails',
  },
  'allow-no-calls': {
    type: 'boolean',
    summary: 'Accept with --verify that the command makes no request to the sandbox',
  },
  report: {
    type: 'string',
    value: 'file',
    summary: 'Write the report to this file: .txt, .md, .json, .xml (JUnit) or .html (a page)',
  },
  each: {
    type: 'string',
    value: 'scenario|choice',
    summary:
      'Run the command once in each scenario, or once for each other reading of the document; scenario=plus,free and choice=page_size name some',
  },
  scenarios: {
    type: 'string',
    value: 'a,b|all',
    default: 'all',
    summary: 'Scenarios to start in, separated by commas',
  },
  jobs: {
    type: 'integer',
    value: 'count',
    min: 1,
    max: 64,
    default: 2,
    summary: 'Number of runs at a time',
  },
  time: {
    type: 'string',
    value: 'duration',
    default: NO_TIME_LIMIT,
    summary: 'Time for all runs together, such as 60s or 5m',
  },
  known: {
    type: 'string',
    value: 'file',
    summary: 'What is accepted: a key a line, such as key until 2027-01-31',
  },
  'known-update': {
    type: 'boolean',
    summary: 'Accept what is found for 90 days: add it to the file of --known',
  },
  list: {
    type: 'boolean',
    summary: 'List the lies, and those that the command meets',
  },
  format: {
    type: 'string',
    value: 'format',
    choices: resultFormatNames,
    default: 'text',
    summary: 'Output format',
  },
  verbose: {
    type: 'boolean',
    summary: 'Show the output of every run, not only of those that fail',
  },
  all: { type: 'boolean', summary: 'Cover all accounts' },
  timeout: {
    type: 'string',
    value: 'duration',
    default: '10s',
    summary: 'How long to wait, such as 500ms, 10s or 2m',
  },
  bug: {
    type: 'boolean',
    summary: 'Print a bug report on the request, with commands that reproduce it',
  },
  as: {
    type: 'string',
    value: 'format',
    choices: ['markdown', 'html'],
    default: 'markdown',
    summary: 'What --bug prints: Markdown for an issue, or a page',
  },
  note: {
    type: 'string',
    value: 'text',
    summary: 'Why you send the page; it is shown first',
  },
  file: {
    type: 'string',
    value: 'file',
    summary: 'Read this session (.json) or page (.html) in place of a running sandbox',
  },
  follow: {
    type: 'boolean',
    short: 'f',
    summary: 'Keep running and show what is new',
  },
  body: {
    type: 'list',
    value: 'name=value',
    summary: 'Only requests whose JSON body has this field with this value; repeatable',
  },
  header: {
    type: 'list',
    value: 'name=value',
    summary: 'Only requests with this header; repeatable',
  },
  query: {
    type: 'list',
    value: 'name=value',
    summary: 'Only requests whose query has this parameter; repeatable',
  },
  to: {
    type: 'string',
    value: 'address',
    summary: 'Only mails to this address, in lower or upper case',
  },
  text: {
    type: 'string',
    value: 'text',
    summary: 'Only mails with this in subject, text or sender, in lower or upper case',
  },
  after: {
    type: 'string',
    value: 'id',
    summary: 'Only mails after this one, such as mail_3, or after another action',
  },
  wait: {
    type: 'boolean',
    summary: 'Wait for the first mail that matches, unless it is there already',
  },
  account: {
    type: 'string',
    value: 'name|key',
    default: defaults.account,
    summary: 'Name or API key of the account',
  },
  url: {
    type: 'string',
    value: 'url',
    default: defaults.url,
    summary: 'URL of the running sandbox',
  },
  help: { type: 'boolean', short: 'h', summary: 'Show help' },
  version: { type: 'boolean', short: 'v', summary: 'Show the version' },
} as const satisfies Record<string, OptionRow>
