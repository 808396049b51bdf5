/** The media type of bytes of which nothing else is known; no browser shows them by itself. */
export const ANY_TYPE = 'application/octet-stream'
