import { describe, expect, it } from 'vitest'
import './support/process/fresh-build.js'
// @ts-expect-error: a script, without types
import { allTexts } from '../scripts/texts.js'
import { commands } from '../src/cli/args/tables/commands.ts'
import { actionNames, actionRow } from '../src/contract/actions.ts'
import { controlErrors } from '../src/contract/control-errors.ts'
import { errors } from '../src/contract/errors.ts'
import { shippedScenarios } from '../src/node/files/scenario-catalog.ts'
import { docPages } from './support/doc-pages.ts'

describe('npm run texts shows every text that a user can see', () => {
  const parts = (allTexts as () => [heading: string, text: string][])()
  const whole = parts.map(([, text]) => text).join('\n')

  it('the help of each command', () => {
    const headings = parts.map(([heading]) => heading)
    expect(headings).toContain('alias-sandbox --help')
    for (const { name } of commands) expect(headings).toContain(`alias-sandbox ${name} --help`)
  })

  it('what the tables of the contract say', () => {
    for (const name of actionNames) expect(whole).toContain(actionRow(name).summary)
    for (const { text } of Object.values(errors)) expect(whole).toContain(text)
    for (const { meaning } of Object.values(controlErrors)) expect(whole).toContain(meaning)
  })

  it('messages with values in them, and the texts of the dashboard', () => {
    expect(whole).toContain('must not be ${billing} with plan free: ${sentence}')
    const dashboard = parts.filter(([heading]) => heading.startsWith('src/dashboard/'))
    expect(dashboard.length).toBeGreaterThan(30)
  })

  it('the scenarios and each page of the documentation', () => {
    for (const { scenario } of shippedScenarios()) expect(whole).toContain(scenario.summary)
    const headings = parts.map(([heading]) => heading)
    for (const page of docPages.filter((each) => each !== 'CHANGELOG.md'))
      expect(headings).toContain(page)
  })
})
