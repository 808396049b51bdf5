import { CHUNKED, get, HOST, JSON_TYPE, KEY, message, post, postJson, row } from '../support/row.ts'

const chunked = (body: string, ...headers: string[]) =>
  message('POST /v1/aliases HTTP/1.1', [HOST, KEY, JSON_TYPE, CHUNKED, ...headers], body)
const withLength = (length: string, body = '{}') =>
  message('POST /v1/aliases HTTP/1.1', [HOST, KEY, JSON_TYPE, `Content-Length: ${length}`], body)
const line = (text: string) => message(text, [HOST, KEY])

/** Where a message begins and ends: RFC 9112. */
export const framing = [
  // The request line.
  row('no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400, 'RFC 9112, 3'),
  row('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'RFC 9113, 3.4'),
  row('HTTP/0.9', 'GET /v1/aliases\r\n\r\n', 400, 'RFC 9112, 2.3'),
  row('HTTP/3.0', line('GET /v1/aliases HTTP/3.0'), 400, 'RFC 9112, 2.3'),
  row('HTTP/1.2', line('GET /v1/aliases HTTP/1.2'), 400, 'RFC 9112, 2.3'),
  row('HTTP/11', line('GET /v1/aliases HTTP/11'), 400, 'RFC 9112, 2.3'),
  row('HTTP/1.10', line('GET /v1/aliases HTTP/1.10'), 400, 'RFC 9112, 2.3'),
  row('the protocol in lower case', line('GET /v1/aliases http/1.1'), 400, 'RFC 9112, 2.3'),
  // Node's parser silently treats RTSP as HTTP/1.0.
  row('another protocol', line('GET /v1/aliases RTSP/1.0'), [200, 400], 'RFC 9112, 2.3'),
  row('a method in lower case', line('get /v1/aliases HTTP/1.1'), 400, 'RFC 9110, 9.1'),
  row('an unknown method', line('FOO /v1/aliases HTTP/1.1'), 400, 'RFC 9110, 9.1'),
  row('a method with a colon', line('GE:T /v1/aliases HTTP/1.1'), 400, 'RFC 9110, 9.1'),
  row('a method of bytes', line('\xc3\x89T /v1/aliases HTTP/1.1'), 400, 'RFC 9110, 9.1'),
  row('no method', line(' /v1/aliases HTTP/1.1'), 400, 'RFC 9112, 3'),
  row('no target', line('GET HTTP/1.1'), 400, 'RFC 9112, 3'),
  row('two spaces before the target', line('GET  /v1/aliases HTTP/1.1'), 200, 'RFC 9112, 3: may'),
  row('a tab for a space', line('GET\t/v1/aliases HTTP/1.1'), 400, 'RFC 9112, 3'),
  row('a space in the target', line('GET /v1/ali ases HTTP/1.1'), 400, 'RFC 9112, 3.2'),
  row('a NUL in the target', line('GET /v1/ali\0ases HTTP/1.1'), 400, 'RFC 9112, 3.2'),
  row('a bare CR in the target', line('GET /v1/ali\rases HTTP/1.1'), 400, 'RFC 9112, 2.2'),
  row('text after the version', line('GET /v1/aliases HTTP/1.1 more'), 400, 'RFC 9112, 3'),
  row('empty lines first', `\r\n\r\n${get('/v1/aliases')}`, 200, 'RFC 9112, 2.2'),
  row('spaces first', ` ${get('/v1/aliases')}`, 400, 'RFC 9112, 2.2'),
  row('a byte order mark first', `\xef\xbb\xbf${get('/v1/aliases')}`, 400, 'RFC 9112, 2.2'),
  row(
    'lines that end in LF',
    get('/v1/aliases').replaceAll('\r\n', '\n'),
    [200, 400],
    'RFC 9112, 2.2',
  ),
  row('lines that end in CR', get('/v1/aliases').replaceAll('\r\n', '\r'), 400, 'RFC 9112, 2.2'),
  row('HTTP/1.0', message('GET /v1/aliases HTTP/1.0', [HOST, KEY]), 200, 'RFC 9110, 2.5'),
  row('HTTP/1.0 without Host', message('GET /v1/aliases HTTP/1.0', [KEY]), 400, 'SECURITY, Host'),
  row(
    'HTTP/1.0 that stays open',
    message('GET /v1/aliases HTTP/1.0', [HOST, KEY, 'Connection: keep-alive']),
    200,
    'RFC 9112, 9.3',
  ),

  // Content-Length.
  row('a length below zero', withLength('-1'), 400, 'RFC 9112, 6.3'),
  row('a length with a sign', withLength('+2'), 400, 'RFC 9110, 8.6'),
  row('a length in hex', withLength('0x2'), 400, 'RFC 9110, 8.6'),
  row('a length with a fraction', withLength('2.0'), 400, 'RFC 9110, 8.6'),
  row('a length with an exponent', withLength('2e0'), 400, 'RFC 9110, 8.6'),
  row('a length of words', withLength('two'), 400, 'RFC 9110, 8.6'),
  row('an empty length', withLength(''), 400, 'RFC 9110, 8.6'),
  row('a length with a comma', withLength('2, 2'), 400, 'RFC 9112, 6.3'),
  row('a length with a space', withLength('2 2'), 400, 'RFC 9110, 8.6'),
  row('a length with a NUL', withLength('2\0'), 400, 'RFC 9110, 8.6'),
  row('a length beyond 64 bits', withLength('99999999999999999999999'), 400, 'RFC 9110, 8.6'),
  row('a length of 2^64', withLength('18446744073709551616'), 400, 'RFC 9110, 8.6'),
  row('a length with zeros before it', withLength('0000002'), 200, 'RFC 9110, 8.6', { creates: 1 }),
  row('two lengths that differ', post('{}', JSON_TYPE, 'Content-Length: 3'), 400, 'RFC 9112, 6.3'),
  row('two lengths that agree', post('{}', JSON_TYPE, 'Content-Length: 2'), 400, 'RFC 9112, 6.3'),
  row('a body that is longer than its length', withLength('2', '{}garbage'), 200, 'RFC 9112, 6.3', {
    creates: 1,
    after: [400],
  }),
  row(
    'a request hidden behind the length',
    withLength('0', get('/v1/aliases?limit=0')),
    200,
    'RFC 9112, 11.2',
    { creates: 1, after: [400] },
  ),

  // Transfer-Encoding.
  row('chunks', chunked('2\r\n{}\r\n0\r\n\r\n'), 200, 'RFC 9112, 7.1', { creates: 1 }),
  row('chunks of a byte', chunked('1\r\n{\r\n1\r\n}\r\n0\r\n\r\n'), 200, 'RFC 9112, 7.1', {
    creates: 1,
  }),
  row('no chunk but the last', chunked('0\r\n\r\n'), 200, 'RFC 9112, 7.1', { creates: 1 }),
  row('a trailer', chunked('2\r\n{}\r\n0\r\nX: y\r\n\r\n'), 200, 'RFC 9112, 7.1.2', { creates: 1 }),
  row(
    'a key in the trailer',
    message(
      'POST /v1/aliases HTTP/1.1',
      [HOST, JSON_TYPE, CHUNKED, 'Trailer: Authorization'],
      `2\r\n{}\r\n0\r\n${KEY}\r\n\r\n`,
    ),
    401,
    'RFC 9110, 6.5.1',
  ),
  row('a chunk extension', chunked('2;a=b\r\n{}\r\n0\r\n\r\n'), 200, 'RFC 9112, 7.1.1', {
    creates: 1,
  }),
  row(
    'chunk extensions without end',
    chunked(`2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
    413,
    'RFC 9112, 7.1.1',
  ),
  row('a chunk size of words', chunked('zz\r\n{}\r\n0\r\n\r\n'), 400, 'RFC 9112, 7.1'),
  row('a chunk size below zero', chunked('-2\r\n{}\r\n0\r\n\r\n'), 400, 'RFC 9112, 7.1'),
  row('a chunk size with 0x', chunked('0x2\r\n{}\r\n0\r\n\r\n'), 400, 'RFC 9112, 7.1'),
  row('no chunk size', chunked('\r\n{}\r\n0\r\n\r\n'), 400, 'RFC 9112, 7.1'),
  row(
    'a chunk size beyond 64 bits',
    chunked('fffffffffffffffff\r\n{}\r\n0\r\n\r\n'),
    400,
    'RFC 9112, 7.1',
  ),
  row('a chunk longer than its size', chunked('2\r\n{}}\r\n0\r\n\r\n'), 400, 'RFC 9112, 7.1'),
  row('a chunk shorter than its size', chunked('8\r\n{}\r\n0\r\n\r\n'), 400, 'RFC 9112, 7.1'),
  row('LF behind a chunk size', chunked('2\n{}\r\n0\r\n\r\n'), 400, 'RFC 9112, 7.1'),
  row('LF behind a chunk', chunked('2\r\n{}\n0\r\n\r\n'), 400, 'RFC 9112, 7.1'),
  row('a space behind a chunk size', chunked('2 \r\n{}\r\n0\r\n\r\n'), 400, 'RFC 9112, 7.1.1'),
  row('chunks and a length', chunked('0\r\n\r\n', 'Content-Length: 5'), 400, 'RFC 9112, 6.3'),
  row('a length and chunks', post('0\r\n\r\n', JSON_TYPE, CHUNKED), 400, 'RFC 9112, 6.3'),
  row(
    'gzip, chunked',
    chunked('0\r\n\r\n').replace('chunked', 'gzip, chunked'),
    501,
    'RFC 9112, 6.1',
  ),
  row(
    'chunked that is not last',
    chunked('0\r\n\r\n').replace('chunked', 'chunked, gzip'),
    400,
    'RFC 9112, 6.3',
  ),
  row(
    'chunked twice',
    chunked('0\r\n\r\n').replace('chunked', 'chunked, chunked'),
    400,
    'RFC 9112, 6.1',
  ),
  row(
    'an encoding that is none',
    chunked('0\r\n\r\n').replace('chunked', 'cow'),
    501,
    'RFC 9112, 6.1',
    { closes: true },
  ),
  row(
    'an encoding that looks chunked',
    chunked('0\r\n\r\n').replace('chunked', 'xchunked'),
    501,
    'RFC 9112, 11.2',
    { closes: true },
  ),
  row(
    'chunked in capitals',
    chunked('0\r\n\r\n').replace('chunked', 'CHUNKED'),
    200,
    'RFC 9112, 7',
    { creates: 1 },
  ),
  row(
    'chunked in quotes',
    chunked('0\r\n\r\n').replace('chunked', '"chunked"'),
    501,
    'RFC 9112, 6.1',
    { closes: true },
  ),
  row(
    'a space before the colon of Transfer-Encoding',
    chunked('0\r\n\r\n').replace('Encoding:', 'Encoding :'),
    400,
    'RFC 9112, 5.1',
  ),
  row(
    'chunks in HTTP/1.0',
    chunked('0\r\n\r\n').replace('HTTP/1.1', 'HTTP/1.0'),
    200, // then the connection is closed
    'RFC 9112, 6.1',
    { creates: 1 },
  ),
  row(
    'chunks in HTTP/1.0 that is to stay open',
    chunked('0\r\n\r\n', 'Connection: keep-alive').replace('HTTP/1.1', 'HTTP/1.0'),
    200, // the connection is closed anyway
    'RFC 9112, 6.1',
    { creates: 1 },
  ),
  row(
    'chunks of a GET',
    message('GET /v1/aliases HTTP/1.1', [HOST, KEY, CHUNKED], '2\r\n{}\r\n0\r\n\r\n'),
    200,
    'RFC 9110, 9.3.1',
  ),
  row(
    'a length of a GET',
    message('GET /v1/aliases HTTP/1.1', [HOST, KEY, 'Content-Length: 2'], '{}'),
    200,
    'RFC 9110, 9.3.1',
  ),
  row(
    'a broken body behind a refusal',
    chunked('zz\r\n').replace(HOST, 'Host: evil.example'),
    403,
    'RFC 9112, 9.3.2',
    { closes: true },
  ),
  row(
    'a request in the broken body behind a refusal',
    chunked(`2\r\n{}zz\r\n${get('/v1/aliases')}`).replace(HOST, 'Host: evil.example'),
    403,
    'RFC 9112, 11.2',
    { closes: true },
  ),

  // Several requests, and expectations.
  row(
    'two requests in one go',
    get('/v1/aliases') + get('/v1/aliases?limit=0'),
    200,
    'RFC 9112, 9.3.2',
    { after: [400] },
  ),
  row('three creations in one go', postJson('{}').repeat(3), 200, 'RFC 9112, 9.3.2', {
    creates: 3,
    after: [200, 200],
  }),
  row(
    'a request behind a refused one',
    get('/v1/aliases?limit=0') + get('/v1/aliases'),
    400,
    'RFC 9112, 9.3.2',
    { after: [200] },
  ),
  row(
    'nothing behind a last request',
    get('/v1/aliases', 'Connection: close') + get('/v1/aliases'),
    200,
    'RFC 9112, 9.6',
  ),
  row(
    'a malformed request behind a good one',
    `${get('/v1/aliases')}GARBAGE\r\n\r\n`,
    200,
    'RFC 9112, 9.3.2',
    { after: [400] },
  ),
  row('100-continue', postJson('{}', 'Expect: 100-continue'), 200, 'RFC 9110, 10.1.1', {
    creates: 1,
  }),
  row('100-continue in capitals', postJson('{}', 'Expect: 100-CONTINUE'), 200, 'RFC 9110, 10.1.1', {
    creates: 1,
  }),
  row('another expectation', postJson('{}', 'Expect: tea'), 417, 'RFC 9110, 10.1.1'),
  row('an expectation of a GET', get('/v1/aliases', 'Expect: 200-ok'), 417, 'RFC 9110, 10.1.1'),
  row(
    'two expectations',
    postJson('{}', 'Expect: 100-continue', 'Expect: tea'),
    200,
    'RFC 9110, 10.1.1: may',
    { creates: 1 },
  ),
  row(
    'another expectation and a foreign host',
    postJson('{}', 'Expect: tea').replace(HOST, 'Host: evil.example'),
    [403, 417],
    'SECURITY, Host',
  ),
  row(
    'an upgrade to HTTP/2',
    get(
      '/v1/aliases',
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAAP__',
    ),
    200,
    'RFC 9110, 7.8',
  ),
  row(
    'an upgrade to WebSocket',
    get(
      '/v1/aliases',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ),
    200,
    'RFC 9110, 7.8',
  ),
]
