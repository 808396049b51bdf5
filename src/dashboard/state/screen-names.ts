/** The titles of all screens. The dashboard has the first three, a page in a file may have a result, too. */
export const screens = {
  live: 'Live',
  inbox: 'Inbox',
  report: 'Report',
  result: 'Result',
} as const
export type Screen = keyof typeof screens
