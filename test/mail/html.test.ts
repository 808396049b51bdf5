import { describe, expect, it } from 'vitest'
import { findCodes } from '../../src/mail/find-codes.ts'
import { findLinks } from '../../src/mail/find-links.ts'
import { readHtml } from '../../src/mail/read-html.ts'

const codesIn = (html: string) => findCodes('', readHtml(html).text)

describe('the text of HTML', () => {
  it.each([
    ['a cell has a line of its own', '<p>Your code</p><table><tr><td>483920</td></tr></table>'],
    ['digits in elements of their own are one word', 'Code: <b>4</b><b>8</b><b>3</b><i>920</i>'],
    ['entities are decoded', 'Your&nbsp;code&#58;&#x20;&#52;83920'],
    ['a sign in quotes ends no tag', '<a title="a > b 111111 code">Your code</a>: 483920'],
    [
      'styles and scripts are unseen',
      '<style>p{code:111111}</style><script>var code=222222</script>Code: 483920',
    ],
    ['comments are unseen', '<!-- code 111111 -->Code: 483920'],
    ['a lonely sign is a sign', '1 < 2. Code: 483920'],
  ])('%s', (_rule, html) => {
    expect(codesIn(html)).toEqual(['483920'])
  })
})

it('has the characters that mails name, and those that Windows numbers', () => {
  const { text } = readHtml(
    '&auml;&Ouml;&uuml;&szlig;&eacute;&agrave;&laquo;&frac12;&alpha;&bull;&rarr;&#146;&#x2014;a&nbsp;b&shy;c&#0;&#xD800;&foo;&constructor;',
  )
  expect(text).toBe('äÖüßéà«½α•→’—a bc\ufffd\ufffd&foo;&constructor;')
})

describe('links', () => {
  it('of the text come first, then those of the HTML, each once', () => {
    const text = 'Go to https://a.example/x?y=1&z=2. Or (http://b.example/p).'
    const html =
      '<a href="https://c.example/?a=1&amp;b=2">c</a><A HREF=\'http://b.example/p\'>b</A><a href=https://d.example/>d</a>'
    expect(findLinks(text, readHtml(html).links, true)).toEqual([
      'https://a.example/x?y=1&z=2',
      'http://b.example/p',
      'https://c.example/?a=1&b=2',
      'https://d.example/',
    ])
  })

  it('of HTML alone are the targets, before what is shown', () => {
    const html = '<a href="https://a.example/verify?t=1">https://a.example/v…</a>'
    const { text, links } = readHtml(html)
    expect(findLinks(text, links, false)[0]).toBe('https://a.example/verify?t=1')
  })

  it.each([
    [
      'a closing bracket of its own',
      'https://a.example/wiki/A_(b)',
      'https://a.example/wiki/A_(b)',
    ],
    ['a bracket around it', '(https://a.example/wiki/A_(b))', 'https://a.example/wiki/A_(b)'],
    ['brackets around a sentence', '(at https://a.example/f(x)!)).', 'https://a.example/f(x)'],
    ['the end of a sentence', 'See https://a.example/x!', 'https://a.example/x'],
    ['angle brackets', '<https://a.example/x>', 'https://a.example/x'],
    ['a Japanese sentence', 'https://a.example/x。次へ', 'https://a.example/x'],
    ['Japanese words', 'https://a.example/x?y=1をクリック', 'https://a.example/x?y=1'],
    ['Chinese brackets', '（https://a.example/x）', 'https://a.example/x'],
    ['German quotes', '„https://a.example/x“', 'https://a.example/x'],
    ['a letter that is not ASCII', 'https://a.example/ä', 'https://a.example/ä'],
    ['Markdown', '[here](https://a.example/x)', 'https://a.example/x'],
  ])('end where they end: %s', (_what, text, link) => {
    expect(findLinks(text, [], true)).toEqual([link])
  })

  it('of HTML are read as a browser does, with their spaces encoded and without line ends', () => {
    const html =
      '<a href=" https://a.example/a b?c=d e ">a</a><a href="https://b.example/\nx">b</a>'
    const found = findLinks('', readHtml(html).links, true)
    expect(found).toEqual(['https://a.example/a%20b?c=d%20e', 'https://b.example/x'])
  })

  it('are of the web only', () => {
    const html =
      '<a href="javascript:alert(1)">a</a><a href="mailto:a@b.example">b</a><a data-href="https://no.example">c</a>'
    expect(findLinks('ftp://a.example data:text/html,x', readHtml(html).links, true)).toEqual([])
  })
})
