/** The version of what the page is made of; the build writes it. */
export const version: string = PAGE_VERSION

declare const PAGE_VERSION: string
