/** The titles of all screens. The dashboard has the first three, a page in a file has other ones, too. */
export const screens = {
  live: 'Live',
  inbox: 'Inbox',
  report: 'Report',
  result: 'Result',
  try: 'Try it',
} as const
export type Screen = keyof typeof screens
