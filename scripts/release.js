// Checks that a release is possible, packs its tarball, and publishes it only on request:
//   npm run release                 checks and packs
//   npm run release -- --rehearse   publishes what is built to a registry on this machine, and uses it from there
//   npm run release -- --publish    also runs npm publish and creates a tag
// docs/development/releasing.md describes the whole procedure.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values: flags } = parseArgs({
  options: { publish: { type: 'boolean' }, rehearse: { type: 'boolean' } },
})

const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const tell = (command, argv) => execFileSync(command, argv, { cwd: root, encoding: 'utf8' }).trim()
const show = (command, argv) => execFileSync(command, argv, { cwd: root, stdio: 'inherit' })

const { name, version, repository } = JSON.parse(read('package.json'))
const tag = `v${version}`
const heading = new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, 'm')

if (flags.rehearse) {
  const { rehearse } = await import('./rehearse.js')
  await rehearse({ name, version })
  process.exit()
}

/** The conditions that must hold before anything is built. */
const conditions = [
  { what: 'nothing is uncommitted', isMet: tell('git', ['status', '--porcelain']) === '' },
  {
    what: `the version is one of a release (${version})`,
    isMet: /^\d+\.\d+\.\d+$/.test(version),
  },
  { what: `tag ${tag} does not exist yet`, isMet: tell('git', ['tag', '--list', tag]) === '' },
  {
    what: `CHANGELOG.md has a section "## ${version} (YYYY-MM-DD)"`,
    isMet: heading.test(read('CHANGELOG.md')),
  },
  {
    // The registry resolves the relative links of the README with it.
    what: 'package.json has "repository": { "type": "git", "url": "git+https://github.com/…/….git" }',
    isMet: /^git\+https:\/\/github\.com\/[\w.-]+\/[\w.-]+\.git$/.test(repository?.url),
  },
  {
    what: 'the lock file has this version',
    isMet: JSON.parse(read('package-lock.json')).version === version,
  },
]

for (const { what, isMet } of conditions) console.log(`${isMet ? 'yes' : 'NO '} ${what}`)
const unmet = conditions.filter(({ isMet }) => !isMet)
if (unmet.length > 0) {
  console.error(
    `${unmet.length} of ${conditions.length} are not so; docs/development/releasing.md says how to go on`,
  )
  process.exit(1)
}

// Users do not install the bundled packages themselves, so their npm audit does not check them.
if (flags.publish) show('npm', ['audit', '--package-lock-only'])
show('bash', ['.ci/run'])
show('npm', ['pack', '--ignore-scripts'])
const tarball = `${name}-${version}.tgz`
if (flags.publish) {
  // Only a CI job that the registry trusts can provide provenance: the release workflow.
  const provenance = process.env.GITHUB_ACTIONS === 'true' ? ['--provenance'] : []
  show('npm', ['publish', tarball, '--access', 'public', ...provenance])
  show('git', ['tag', '--annotate', tag, '--message', tag])
  console.log(`published; now: git push origin ${tag}`)
} else console.log(`${tarball} is ready; nothing was published (npm run release -- --publish does)`)
