/** The address of a story file in the URL, where an entry stands otherwise. */
export const FILE = 'file'
