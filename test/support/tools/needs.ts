import { existsSync } from 'node:fs'
import { findBrowser } from './find-browser.js'
import { findCommand, findPython } from './find-command.js'
import { findNode } from './find-node.js'

declare module 'vitest' {
  interface TaskMeta {
    /** The missing tools that cause the test to be skipped. */
    missingTools?: readonly string[]
  }
}

/** The modules that a Python needs for the tests of our plugin for pytest, which make a virtual environment. */
export const PYTEST_WITH_ALL = 'pytest, xdist, ensurepip'

/** Tools that are not a single command on PATH. */
const searches: Readonly<Record<string, () => boolean>> = {
  browser: () => findBrowser() !== undefined,
  pytest: () => findPython('pytest') !== undefined,
  'pytest-xdist': () => findPython(PYTEST_WITH_ALL) !== undefined,
  mypy: () => findPython('mypy, pytest') !== undefined,
  // The rights that a container needs: with them a test makes a root and a process table of its own.
  root: () => process.getuid?.() === 0,
  '/proc': () => existsSync('/proc/self/status'),
}

const found = new Map<string, boolean>()

/**
 * Options that skip a test or a suite on a machine without one of these tools; the end of the run reports
 * it. `python3 requests, httpx` is a Python that can import both, `Node 22` another Node; any other tool that is not in the table
 * above is a command on PATH.
 * @throws Error instead when `REQUIRE_ALL=1`.
 */
export function needs(...tools: readonly string[]): {
  skip: boolean
  meta: { missingTools: readonly string[] }
} {
  const missingTools = tools.filter((tool) => !has(tool))
  if (missingTools.length > 0 && process.env['REQUIRE_ALL'] === '1') {
    throw new Error(
      `REQUIRE_ALL=1, and this machine has no ${missingTools.join(', ')}: install it, or unset REQUIRE_ALL to skip the tests that need it`,
    )
  }
  return { skip: missingTools.length > 0, meta: { missingTools } }
}

function has(tool: string): boolean {
  const known = found.get(tool)
  if (known !== undefined) return known
  const isThere = searches[tool]?.() ?? isInstalled(tool)
  found.set(tool, isThere)
  return isThere
}

function isInstalled(tool: string): boolean {
  const modules = /^python3 (.+)/.exec(tool)?.[1]
  const node = /^Node (\d+)/.exec(tool)?.[1]
  if (node !== undefined) return findNode(Number(node)) !== undefined
  return modules === undefined ? findCommand(tool).length > 0 : findPython(modules) !== undefined
}
