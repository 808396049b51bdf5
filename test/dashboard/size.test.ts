import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import '../support/process/fresh-build.js'

const sizeOf = (file: string) =>
  statSync(fileURLToPath(new URL(`../../dist/dashboard/${file}`, import.meta.url))).size

describe('the page', () => {
  it('is a script and a style sheet of 170 kB together', () => {
    expect(sizeOf('app.js') + sizeOf('style.css')).toBeLessThanOrEqual(170_000)
  })
})
