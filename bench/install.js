// Measures `npm install alias-sandbox` from the packed tarball: the packages that it installs, and its time.
import { execFileSync } from 'node:child_process'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from './stats.js'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Packages and megabytes; seconds with an empty npm cache and with a full one. */
export function measureInstall({ rounds }, tell) {
  const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-install-'))
  try {
    const tarball = npm(['pack', '--ignore-scripts', '--pack-destination', folder], root).trim()
    const runs = []
    for (let round = 1; round <= rounds; round += 1) {
      tell(`install ${round} of ${rounds}`)
      const cache = join(folder, `cache-${round}`)
      const cold = install(join(folder, tarball), cache)
      const warm = install(join(folder, tarball), cache)
      runs.push({ ...cold, warm_install_s: warm.install_s })
    }
    const [{ packages, megabytes }] = runs
    return {
      packages,
      megabytes,
      tarball_kilobytes: lstatSync(join(folder, tarball)).size / 1e3,
      cold_cache_install_s: median(runs.map(({ install_s }) => install_s)),
      warm_cache_install_s: median(runs.map(({ warm_install_s }) => warm_install_s)),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function install(tarball, cache) {
  const project = mkdtempSync(join(tmpdir(), 'alias-sandbox-installed-'))
  try {
    writeFileSync(join(project, 'package.json'), '{}')
    const from = performance.now()
    npm(['install', tarball, '--cache', cache], project)
    const install_s = (performance.now() - from) / 1e3
    const lock = readFileSync(join(project, 'node_modules', '.package-lock.json'), 'utf8')
    return {
      packages: Object.keys(JSON.parse(lock).packages).length,
      megabytes: bytesIn(join(project, 'node_modules')) / 1e6,
      install_s,
    }
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}

function bytesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    return sum + (entry.isDirectory() ? bytesIn(path) : lstatSync(path).size)
  }, 0)
}

/** Runs npm as a user would: the variables that npm sets for its own scripts would change what it does. */
function npm(args, cwd) {
  const isOurs = ([name]) => !/^npm_/i.test(name)
  return execFileSync('npm', [...args, '--silent', '--no-audit', '--no-fund'], {
    cwd,
    env: Object.fromEntries(Object.entries(process.env).filter(isOurs)),
    encoding: 'utf8',
  })
}
