// Checks that a release can be made, makes its tarball, and publishes it only when told:
//   npm run release                 checks and packs
//   npm run release -- --publish    the same, then npm publish and a tag
// docs/development/releasing.md tells the steps around it.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values: flags } = parseArgs({
  options: { publish: { type: 'boolean', default: false } },
})

const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const tell = (command, argv) => execFileSync(command, argv, { cwd: root, encoding: 'utf8' }).trim()
const show = (command, argv) => execFileSync(command, argv, { cwd: root, stdio: 'inherit' })

const { name, version, repository } = JSON.parse(read('package.json'))
const tag = `v${version}`

/** What has to be so before anything is built. */
const conditions = [
  { what: 'nothing is uncommitted', isMet: tell('git', ['status', '--porcelain']) === '' },
  {
    what: `the version is one of a release (${version})`,
    isMet: /^\d+\.\d+\.\d+$/.test(version),
  },
  { what: `tag ${tag} does not exist yet`, isMet: tell('git', ['tag', '--list', tag]) === '' },
  {
    what: `CHANGELOG.md has a section "## ${version} (YYYY-MM-DD)"`,
    isMet: changelogHeading().test(read('CHANGELOG.md')),
  },
  {
    // The one place that names it: npm makes homepage and bugs from it, and the registry's page the
    // links of the README, which are relative.
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
    `${unmet.length} of ${conditions.length} are not so; docs/development/releasing.md tells how to go on`,
  )
  process.exit(1)
}

// What is bundled is asked for no more by those who install it: it is looked at here.
if (flags.publish) show('npm', ['audit', '--package-lock-only'])
show('bash', ['.ci/run'])
show('npm', ['pack', '--ignore-scripts'])
const tarball = `${name}-${version}.tgz`
if (flags.publish) {
  // Provenance can only be told by a CI job that a registry trusts: the release workflow.
  const provenance = process.env.GITHUB_ACTIONS === 'true' ? ['--provenance'] : []
  show('npm', ['publish', tarball, '--access', 'public', ...provenance])
  show('git', ['tag', '--annotate', tag, '--message', tag])
  console.log(`published; now: git push origin ${tag}`)
} else console.log(`${tarball} is ready; nothing was published (npm run release -- --publish does)`)

function changelogHeading() {
  return new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, 'm')
}
