// Builds, unless what was built last is made from the same sources.
import { spawnSync } from 'node:child_process'
import { isBuilt } from './build-inputs.js'

if (!isBuilt()) {
  console.error('Building, since the sources have changed or were not built yet …')
  const npm = process.env.npm_execpath
  const [command, ...args] = npm ? [process.execPath, npm] : ['npm']
  const { status } = spawnSync(command, [...args, 'run', '--silent', 'build'], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
