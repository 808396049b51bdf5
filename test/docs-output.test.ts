import { describe, expect, it } from 'vitest'
import './support/process/fresh-build.js'
// @ts-expect-error: a script of the documentation, without types
import { withOutput } from '../scripts/command-output.js'
import { readPage, userPages } from './support/doc-pages.ts'

describe('pages show what their commands print (else: npm run docs:output)', () => {
  it.each(userPages.filter((page) => readPage(page).includes('<!-- run: ')))('%s', (page) => {
    expect((withOutput as (text: string) => string)(readPage(page))).toBe(readPage(page))
  })
})
