import { readFileSync } from 'node:fs'

/** The text of the API document. */
const text = readFileSync(new URL('service-api.md', import.meta.url), 'utf8')

/** Its sections by their names, as sources write them: without base address, and without what is in brackets. */
const sections = new Map(
  text.split(/^#{2,3} /m).map((section) => {
    const [heading = '', ...lines] = section.split('\n')
    const name = heading.replace('{base_url}', '').replace(/ \(.*\)$/, '')
    return [name.trim(), lines.filter((line) => line.trim() !== '')]
  }),
)

/** The places that a source names; what follows a colon is our own. */
export function placesIn(source: string): string[] {
  return source.split(': ')[0]!.split('; ')
}

/** The lines of a place: of a section, or of a row in it, as `section, row`. Empty if there is no such place. */
export function linesAt(place: string): readonly string[] {
  const [name = '', ...rows] = place.split(', ')
  const lines = sections.get(name) ?? []
  const row = rows.join(', ')
  if (row === '') return lines
  // Rules are numbered; a row of a table, an item of a list or a paragraph is named by its words.
  const numbers = /^(?:rule )?(\d{1,2}(?: and \d{1,2})*)$/.exec(row)?.[1]?.split(' and ')
  if (numbers) return lines.filter((line) => numbers.some((each) => line.startsWith(`${each}. `)))
  const words = row.toLowerCase().split(' ')
  return lines.filter((line) => words.every((word) => line.toLowerCase().includes(word)))
}
