// Text for input that is not JSON: paths, queries, headers, arguments. Printable ASCII only.

/** Text of about `size` characters. */
export function textOf(content, size, draw) {
  const unit = draw.oneOf(units[content])
  return unit.repeat(Math.max(1, Math.floor(size / unit.length)))
}

const units = {
  deep: ['[', '%5B', '((', '%257B', '{%22a%22:', '../../', '%2e%2e%2f'],
  wide: ['a,', 'a=1&', 'limit=1&', 'x;', '/', '/a', '+', 'aA1-'],
  long: ['a', '9', '%C3%A9', '%F0%9F%98%80', '%00', '-', 'sandbox_', '%', '~'],
}
