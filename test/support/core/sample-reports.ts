import { toJudged } from '../../../src/report/judged-account.ts'
import { reportOn, type Report } from '../../../src/report/report.ts'
import { create, list, lived } from './judged.ts'

/** A report on a client that breaks some rules and loses a response. */
export function livelyReport(): Report {
  const faults = [
    { kind: 'drop_after', operation: 'create' },
    { kind: 'burst', skip: 2 },
  ] as const
  const steps = [{ ...list, query: 'limit=0' }, create, create, list, { key: 'nobody' }]
  return reportOn([
    toJudged(lived({ populate: 3, faults: [...faults] }, [...steps, { method: 'PUT' }])),
  ])
}

/** A report on two clients without any calls. */
export function idleReport(): Report {
  return reportOn([toJudged(lived({}, [])), toJudged(lived({}, []))])
}

/** Rows with text that must be escaped in cells, lines and XML. */
export function oddReport(): Report {
  const row = {
    rule: 'r',
    title: 'a title',
    source: 'Errors, 429',
    expected: 'A client waits.',
    entries: ['req_1', 'req_2'],
  }
  return {
    accounts: ['default'],
    calls: 1,
    forgotten: 3,
    coverage: [{ outcome: 'created', documented: true, count: 1 }],
    etiquette: [
      { ...row, verdict: 'fail', why: 'a | b <c> & "d"\tof\nbell\u0007 | <' },
      { ...row, verdict: 'advice', why: `${'nine long '.repeat(7)}1` },
      { ...row, verdict: 'advice', why: `${'nine long '.repeat(7)}12` },
      { ...row, verdict: 'not_exercised', why: 'not <met>', entries: [] },
      { ...row, verdict: 'pass', title: 'a <b> | c', why: 'fine' },
    ],
    choices: [],
  }
}
