// Builds, unless the last build used the same sources.
import { spawnSync } from 'node:child_process'
import { isBuilt } from './build-inputs.js'

if (!isBuilt()) {
  console.error('Building, since the sources have changed or were not built yet …')
  const npm = process.env.npm_execpath
  const [command, ...args] = npm ? [process.execPath, npm] : ['npm']
  const { status } = spawnSync(command, [...args, 'run', '--silent', 'build'], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
