/** Ten kilobytes of text with everything that a terminal, a page or a file format might interpret. */
export const HOSTILE = [
  '\u001b[2J\u001b]0;title\u0007\u001b[8m',
  '\r\n[fake] line\n',
  '\u009b2J\u0085\u007f\u0000\u0008',
  '\u202e\u2066\u200e\u061c\u2028\u2029\ufeff\ud800',
  '$(touch pwned)`touch pwned`; "\' \\',
  '![x](http://evil.example/x.png) [y](javascript:alert(1)) <http://evil.example> www.evil.example @all',
  '<img src=x onerror=alert(1)> <!-- --> ]]> &amp; | a | b |',
  '*bold* _it_ ~~gone~~ # head',
  'x'.repeat(10_000),
].join(' ')

/** Characters that control a terminal or change the order of its text, except line breaks. */
const ACTS =
  // oxlint-disable-next-line no-control-regex -- the function looks for them
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/u

/** The problems in printed output: control characters, forged lines, overlong lines. */
export function wrongInLines(printed: string): string[] {
  const lines = printed.split('\n')
  return [
    ...lines
      .filter((line) => ACTS.test(line))
      .map((line) => `acts: ${JSON.stringify(line).slice(0, 200)}`),
    ...lines.filter((line) => line.startsWith('[fake]')).map(() => 'a line was made up'),
    ...lines
      .filter((line) => line.length > 5_000)
      .map((line) => `${line.length} characters in a line`),
  ]
}
