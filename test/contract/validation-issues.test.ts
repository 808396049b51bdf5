import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import {
  addIssues,
  check,
  toField,
  formatIssue,
} from '../../src/contract/values/validation-issue.ts'
import { refusalsOf } from '../support/refusals-of.ts'

describe('an issue', () => {
  it.each<[path: (string | number)[], field: string, sentence: string]>([
    [[], '', 'input is wrong'],
    [['account', 'plan'], 'account.plan', 'account.plan is wrong'],
    [['aliases', 3, 'label'], 'aliases[3].label', 'aliases[3].label is wrong'],
    [[0], '[0]', '[0] is wrong'],
    [[1, 2, 'a'], '[1][2].a', '[1][2].a is wrong'],
  ])('at %j is reported at %s', (path, field, sentence) => {
    expect(toField(path)).toBe(field)
    expect(formatIssue({ path, message: 'is wrong' })).toBe(sentence)
  })

  it('is reported once, however many checks find it', () => {
    const twice = v.pipe(
      v.number(),
      v.minValue(1, 'is too small'),
      v.minValue(2, 'is too small'),
      v.minValue(3, 'is far too small'),
    )
    expect(refusalsOf(check(v.object({ a: twice }), { a: 0 }))).toEqual([
      'a is too small',
      'a is far too small',
    ])
  })

  it('says whether the key or the value is wrong', () => {
    const input = { a: 1, c: 1 }
    expect(check(v.strictObject({ a: v.string('is no text') }, 'is not known'), input)).toEqual({
      ok: false,
      issues: [
        { path: ['a'], message: 'is no text' },
        { path: ['c'], message: 'is not known', isKey: true },
      ],
    })
  })

  it('has its path when a custom check found it', () => {
    const issues = [
      { path: ['b', 1], message: 'is odd' },
      { path: [], message: 'is odd as a whole' },
      { path: ['c'], message: 'is unheard of', isKey: true as const },
    ]
    const schema = v.pipe(
      v.looseObject({}),
      v.rawCheck(({ dataset, addIssue }) => addIssues(addIssue, dataset.value as object, issues)),
    )
    expect(check(v.object({ a: schema }), { a: {} })).toEqual({
      ok: false,
      issues: issues.map((issue) => ({ ...issue, path: ['a', ...issue.path] })),
    })
  })
})

/** A value inside the given number of nested objects. */
function nested(levels: number, bottom: unknown): unknown {
  return levels === 0 ? bottom : { in: nested(levels - 1, bottom) }
}

describe('hostile values are refused before any schema sees them', () => {
  it.each<[value: unknown]>([
    [1],
    ['text'],
    [null],
    [undefined],
    [[]],
    [{ proto: 1 }],
    [['__proto__', 'constructor']],
    [nested(99, {})],
    [nested(100, 'text')],
  ])('harmless values are accepted: %j', (value) => {
    expect(check(v.unknown(), value)).toEqual({ ok: true, value })
  })

  it.each([
    ['{"__proto__":1}', ['__proto__']],
    ['{"a":[{"constructor":{}}]}', ['a', 0, 'constructor']],
    ['[[],{"prototype":null}]', [1, 'prototype']],
  ])('keys that reach a prototype: %s', (json, path) => {
    expect(check(v.unknown(), JSON.parse(json))).toEqual({
      ok: false,
      issues: [{ path, message: `field "${path.at(-1)}" is not allowed`, isKey: true }],
    })
  })

  it('nesting deeper than 100 levels, reported where it begins', () => {
    expect(check(v.unknown(), nested(100, {}))).toEqual({
      ok: false,
      issues: [{ path: ['in', 'in', 'in'], message: 'is nested deeper than 100 levels' }],
    })
  })
})
