import { existsSync, readdirSync } from 'node:fs'
import { posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import './support/process/fresh-build.js'
// @ts-expect-error: a script of the documentation, without types
import { generatedDocs } from '../scripts/docs.js'
import { commandNames } from '../src/cli/args/tables/commands.ts'
import { ALIASES_VARIABLE } from '../src/cli/commands/explore/expected-output.ts'
import { optionNames, optionRow } from '../src/cli/args/tables/options.ts'
import { Account } from '../src/client/account.ts'
import { Clock } from '../src/client/clock.ts'
import type { SandboxErrorCode } from '../src/client/error.ts'
import { Sandbox } from '../src/client/sandbox.ts'
import { actionNames } from '../src/contract/actions.ts'
import { outcomes } from '../src/contract/outcomes.ts'
import { startSandbox } from '../src/library/start-sandbox.ts'
import {
  anchorsOf,
  docPages,
  fencesOf,
  inlineCodeOf,
  linksOf,
  readPage,
  userPages,
} from './support/doc-pages.ts'
import { tableRows } from './support/markdown-table.ts'

const fileAt = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

describe('the generated parts of the documentation are up to date (else: npm run docs)', () => {
  it.each([...(generatedDocs as () => Map<string, string>)()])('%s', (path, text) => {
    expect(readPage(path)).toBe(text)
  })
})

it('the README has at most 150 lines', () => {
  expect(readPage('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150)
})

describe('docs/terms.md', () => {
  const [, ...terms] = readPage('docs/terms.md').split(/^## /m)

  it('has at most 30 terms', () => {
    expect(terms.length).toBeLessThanOrEqual(30)
  })

  it.each(terms.map((term) => term.split('\n\n', 2) as [string, string]))(
    '%s is explained in one or two sentences',
    (_name, explanation) => {
      expect(explanation.trim().split(/(?<=\.)\s+/).length).toBeLessThanOrEqual(2)
    },
  )
})

describe('every relative link leads somewhere', () => {
  it.each(docPages)('%s', (page) => {
    const broken = linksOf(page).filter(({ target }) => !isExternal(target) && !leads(page, target))
    expect(broken).toEqual([])
  })

  function leads(page: string, target: string): boolean {
    const [path, anchor] = target.split('#') as [string, string?]
    const file = path === '' ? page : posix.join(posix.dirname(page), path)
    if (!existsSync(fileAt(file))) return false
    return anchor === undefined || anchorsOf(file).includes(anchor)
  }
})

it.each(['Dockerfile', 'compose.yaml', 'action.yml', 'finish/action.yml'])(
  '%s names only pages that exist',
  (file) => {
    const pages = readPage(file).match(/docs\/[\w-]+\.md/g) ?? []
    expect(pages.filter((page) => !docPages.includes(page))).toEqual([])
  },
)

it('every page in docs/ can be reached from README.md or CONTRIBUTING.md', () => {
  const reached = new Set(['README.md', 'CONTRIBUTING.md'])
  for (const page of reached) {
    for (const { target } of linksOf(page)) {
      const file = posix.join(posix.dirname(page), target.split('#')[0]!)
      if (!isExternal(target) && docPages.includes(file)) reached.add(file)
    }
  }
  expect(docPages.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([])
})

const isExternal = (target: string) => /^[a-z]+:/.test(target)

describe('the documentation names only what exists', () => {
  const codeOf = (page: string) => [
    ...inlineCodeOf(page),
    ...fencesOf(page)
      .filter(({ language }) => ['sh', 'yaml', 'console'].includes(language))
      .flatMap(({ language, text }) =>
        text.split('\n').filter((line) => language !== 'console' || line.startsWith('$ ')),
      ),
  ]
  const flags = [
    ...optionNames.map((name) => `--${name}`),
    ...optionNames.flatMap((name) => optionRow(name).short ?? []).map((short) => `-${short}`),
  ]
  const variables = [
    ...optionNames.flatMap((name) => optionRow(name).env ?? []),
    'ALIAS_SANDBOX_CONTROL_TOKEN',
    'ALIAS_SANDBOX_NODE',
    'ALIAS_SANDBOX_PAGES',
    'ALIAS_SANDBOX_SMTP_URL',
    ALIASES_VARIABLE,
  ]

  describe.each(userPages)('%s', (page) => {
    const code = codeOf(page)
    const commandLines = code.filter((text) => /(^|npx )alias-sandbox /.test(text))

    it('commands', () => {
      const named = commandLines.flatMap((text) => /alias-sandbox ([a-z]+)/.exec(text)?.[1] ?? [])
      expect(named.filter((name) => !commandNames.includes(name) && name !== 'help')).toEqual([])
    })

    it('actions of trigger', () => {
      const named = code.flatMap((text) => /(?:^|sandbox )trigger ([a-z_]+)/.exec(text)?.[1] ?? [])
      expect(named.filter((name) => !actionNames.some((action) => action === name))).toEqual([])
    })

    it('flags', () => {
      const own = [...commandLines, ...code.filter((text) => text.startsWith('--'))]
        .filter((text) => !text.includes('trigger ') && !text.startsWith('docker'))
        .flatMap((text) => text.split(' -- ')[0]!.match(/(?<=^| )--?[a-z][a-z-]*/g) ?? [])
      expect(own.filter((flag) => !flags.includes(flag))).toEqual([])
    })

    it('variables', () => {
      const named = readPage(page).match(/ALIAS_SANDBOX_[A-Z_]+/g) ?? []
      expect(named.filter((name) => !variables.includes(name))).toEqual([])
    })
  })

  it.each(docPages)('files of the repository in %s', (page) => {
    const shell = fencesOf(page).filter(({ language }) => language === 'sh')
    const paths = [...inlineCodeOf(page), ...shell.map(({ text }) => text)].flatMap(
      (text) =>
        text.match(
          /(?<=^|\s)(src|test|scripts|bench|docs|schema|scenarios|\.ci|\.github)\/[\w./-]*/g,
        ) ?? [],
    )
    expect(paths.filter((path) => !existsSync(fileAt(path)))).toEqual([])
  })

  it('each test file, beside a promise of docs/development/promises.md', () => {
    const held = inlineCodeOf('docs/development/promises.md').filter((code) =>
      code.startsWith('test/'),
    )
    const tests = readdirSync(fileAt('test'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
      .map((file) => posix.join('test', file.split(sep).join('/')))
    const others = tests.filter(
      (file) => !held.some((path) => file === path || file.startsWith(`${path}/`)),
    )
    expect(others).toEqual([])
  })
})

describe('the documentation names all that there is', () => {
  it('each outcome, with its cause and remedy', () => {
    const told = tableRows('docs/troubleshooting.md', 'outcome | why | what helps')
    const names = told.flatMap(([cell]) => [...cell!.matchAll(/`(\w+)`/g)].map(([, name]) => name))
    expect(names.toSorted()).toEqual(outcomes.toSorted())
  })

  it.each([
    ['member | what it does', [Sandbox, Account]],
    ['clock | what it does', [Clock]],
  ])('each member of the library, in the table "%s"', (head, classes) => {
    const told = tableRows('docs/javascript.md', head)
      .flatMap(([cell]) => [...cell!.matchAll(/`(\w+)/g)].map(([, name]) => name!))
      .toSorted()
    const members = classes
      .flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype))
      .filter((name) => name !== 'constructor')
    expect(told).toEqual(expect.arrayContaining(members))
    const fields = ['url', 'defaultAccount', 'name', 'apiKey', 'clock', 'inbox']
    expect(told.filter((name) => ![...members, ...fields].includes(name))).toEqual([])
  })

  it('each option of startSandbox', async () => {
    const refusal = await startSandbox({ nothing: true } as object).then(() => '', String)
    const allowed = /(?<=\(allowed: ).*(?=\))/.exec(refusal)![0]
    const page = inlineCodeOf('docs/javascript.md')
    expect(allowed.split(', ').filter((name) => !page.includes(name))).toEqual([])
  })

  it('each code of SandboxError', () => {
    const codes: Record<SandboxErrorCode, true> = {
      bad_argument: true,
      bad_request: true,
      busy: true,
      unauthorized: true,
      not_found: true,
      refused: true,
      timeout: true,
      unreachable: true,
      not_a_sandbox: true,
      wrong_version: true,
      cannot_listen: true,
      database: true,
      closed: true,
      failed: true,
    }
    const told = [
      ...tableRows('docs/javascript.md', 'code | meaning'),
      ...tableRows('docs/control-api.md', 'code | status | what went wrong'),
    ].map(([cell]) => cell!)
    const all = Object.keys(codes).map((code) => `\`${code}\``)
    expect([...new Set(told)].toSorted()).toEqual(all.toSorted())
  })
})

describe('the blocks of code are shown from files, or can be read', () => {
  const programs = ['js', 'ts', 'python', 'bash']
  it.each(userPages)('%s', (page) => {
    for (const { language, mark, text } of fencesOf(page)) {
      if (language === 'yaml') parse(text)
      if (language === 'json') JSON.parse(text)
      if (programs.includes(language)) expect(mark).toMatch(/^snippet: /)
      if (language === 'console') expect(mark).toMatch(/^run: /)
      expect([...programs, 'yaml', 'sh', 'text', 'json', 'console', 'mermaid']).toContain(language)
    }
  })
})
