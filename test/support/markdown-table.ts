import { readFileSync } from 'node:fs'

/** Returns the cells of all tables with the header `head` in a page of this repository. */
export function tableRows(page: string, head: string): string[][] {
  const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8')
  return text.split(`| ${head} |\n`).slice(1).flatMap(rowsAtStart)
}

function rowsAtStart(text: string): string[][] {
  const lines = text.split('\n').slice(1) // the line of dashes
  const end = lines.findIndex((line) => !line.startsWith('|'))
  return lines.slice(0, end).map((line) => line.slice(2, -2).split(' | '))
}
