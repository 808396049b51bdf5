// Mock servers that people use, as npm installs them, each with a list of 20 aliases and a creation.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { apiCalls, jsonServerCalls } from './calls.js'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

/** The compared mock servers: json-server's paths are named after its data. */
export const mockServers = [
  { name: 'json-server', file: 'json-server.js', calls: jsonServerCalls },
  { name: 'Prism', file: 'prism.js', calls: apiCalls },
  { name: 'Mockoon CLI', file: 'mockoon.js', calls: apiCalls },
]

/** Installs the versions of servers/package.json, unless they are there. */
export function installMockServers(tell) {
  if (isInstalled()) return
  tell('installing json-server, Prism and Mockoon CLI')
  const options = ['--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']
  execFileSync('npm', ['install', ...options], { cwd: at('servers'), stdio: 'inherit' })
}

function isInstalled() {
  const wanted = JSON.parse(readFileSync(at('servers/package.json'), 'utf8')).dependencies
  return Object.entries(wanted).every(([name, version]) => {
    const installed = at(`servers/node_modules/${name}/package.json`)
    return existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === version
  })
}
