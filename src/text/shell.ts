// oxlint-disable-next-line no-control-regex -- a terminal interprets these when they are pasted
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/** Quotes a word for a POSIX shell; plain words stay unquoted. */
export function quoteForShell(text: string): string {
  return /^[\w.,:+/@=-]+$/.test(text) && !text.startsWith('=') ? text : quoted(text)
}

/** Quotes a word even if it is plain. */
export function quoted(text: string): string {
  if (!CONTROL.test(text)) return singleQuoted(text)
  // When pasted, a terminal would interpret them before the shell reads them.
  const octal = Array.from(text, (letter) =>
    CONTROL.test(letter) ? toOctal(letter) : letter.replace(/[\\%]/, '$&$&'),
  )
  return `"$(printf ${singleQuoted(octal.join(''))})"`
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function toOctal(letter: string): string {
  const bytes = new TextEncoder().encode(letter)
  return Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}
