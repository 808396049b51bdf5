import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codesIn, linksIn, toPlainText } from '../../src/core/inbox/mail-content.ts'

describe('the codes in a mail', () => {
  it.each<[title: string, text: string, codes: string[]]>([
    ['digits beside their name', 'Your code is 482913.', ['482913']],
    ['digits on a line of their own', 'Hello!\n\n4829\n\nBye', ['4829']],
    ['capitals and digits', 'Enter AB12CD to confirm.', ['AB12CD']],
    ['two groups of digits', 'Your PIN: 482-913', ['482913']],
    [
      'the likeliest first',
      'Order 77120 of 12:30. Your verification code: 482913',
      ['77120', '482913'].toReversed(),
    ],
    ['no year', 'Since 2019 we deliver.', []],
    ['a year that is called a code', 'Your code: 2019', ['2019']],
    ['no price', 'It costs $1999, or 1499 €, or 1299.00.', []],
    ['no telephone number', 'Call +44 2079 460000', []],
    ['no part of a link', 'https://example.com/verify/482913?code=1234', []],
    ['no part of a word, a date or a colour', 'abc1234 2026-03-01 #112233 v1.2345', []],
    ['nothing longer than 8', 'Reference 123456789', []],
    ['each once', 'Code 482913. Again: code 482913.', ['482913']],
  ])('%s', (_title, text, codes) => {
    expect(codesIn('', text)).toEqual(codes)
  })

  it('may stand in the subject', () => {
    expect(codesIn('482913 is your code', 'Hello')).toEqual(['482913'])
  })
})

describe('the links in a mail', () => {
  it('come from text and HTML, each once, without what ends the sentence', () => {
    const html =
      '<p><a class="b" href="https://a.example/?x=1&amp;y=2">here</a> <a href=\'mailto:a@b\'>no</a>'
    const text = 'Go to https://a.example/?x=1&y=2, or (https://b.example/c).'
    expect(linksIn(text, html)).toEqual(['https://a.example/?x=1&y=2', 'https://b.example/c'])
    expect(linksIn('', html)).toEqual(['https://a.example/?x=1&y=2'])
  })
})

describe('the text of HTML', () => {
  it('has a line for each block, and neither styles nor scripts', () => {
    const html =
      '<style>p { color: #112233 }</style><h1>Welcome</h1><p>Your&nbsp;code is <b>482913</b><br>A &lt; B &#38; C</p><script>1234'
    expect(toPlainText(html)).toBe('Welcome\nYour code is 482913\nA < B & C')
  })
})

it('reads any text, in time that grows with its length only', () => {
  const parts = [
    '<a ',
    '<',
    '<style',
    '<br',
    'href="',
    'https://',
    '.',
    '&#',
    'A1',
    '1234',
    '\n',
    ' ',
  ]
  for (const part of parts) {
    const long = part.repeat(200_000 / part.length)
    codesIn(long, long)
    linksIn(long, long)
    toPlainText(long) // minutes, if the time grew with the square
  }
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      codesIn(text, toPlainText(text))
      linksIn(text, text)
    }),
  )
})
