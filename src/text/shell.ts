// oxlint-disable-next-line no-control-regex -- these are what a terminal acts on when they are pasted
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/** A word of a command as a POSIX shell takes it to the letter; plain words stay bare. */
export function quoteForShell(text: string): string {
  return /^[\w.,:+/@=-]+$/.test(text) && !text.startsWith('=') ? text : quoted(text)
}

/** The same, in quotes whatever it is. */
export function quoted(text: string): string {
  if (!CONTROL.test(text)) return singleQuoted(text)
  // Pasted raw, a terminal would act on them before the shell reads them.
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
