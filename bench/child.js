// Runs each measured server in its own process, which ends with this one at the latest.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const here = (file) => fileURLToPath(new URL(file, import.meta.url))

/** The environment of every child process, without extra certificates, which cost each start of Node 37 ms. */
export function environment() {
  const { NODE_EXTRA_CA_CERTS: _unset, NODE_OPTIONS: _none, ...rest } = process.env
  return { ...rest, NODE_ENV: 'production' }
}

/** Starts a server of bench/servers; resolves when it accepts calls. */
export async function startServer(file, options = {}, nodeFlags = []) {
  const child = startChild(here(`servers/${file}`), [JSON.stringify(options)], nodeFlags)
  const { port } = await hear(child, (said) => said.port !== undefined)
  return toServer(child, port)
}

/** Starts the shipped command in a scenario. */
export async function startShipped(scenario) {
  const argv = ['start', '--scenario', scenario, '--port', '0', '--json', '--quiet']
  const child = startChild(here('../dist/bin.cjs'), argv, [], 'pipe')
  const line = await new Promise((resolve) => child.stdout.once('data', resolve))
  const { port } = JSON.parse(String(line).split('\n')[0])
  return toServer(child, port)
}

/** Starts a process with the probe. */
function startChild(file, argv, nodeFlags, stdout = 'ignore') {
  return fork(file, argv, {
    env: environment(),
    execArgv: [...nodeFlags, '--import', here('probe.js')],
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  })
}

function toServer(child, port) {
  return {
    port,
    pid: child.pid,
    /** Sends a request by name and returns the server's answer. */
    async ask(ask, input = {}) {
      child.send({ ask, ...input })
      return (await hear(child, (message) => message.ask === ask)).answer
    },
    stop() {
      return new Promise((resolve) => {
        child.once('exit', resolve)
        child.disconnect()
      })
    },
  }
}

function hear(child, isRequested) {
  return new Promise((resolve, reject) => {
    const listen = (message) => {
      if (!isRequested(message)) return
      child.off('message', listen)
      child.off('exit', leave)
      resolve(message)
    }
    const leave = (code) => reject(new Error(`a measured server ended (${code})`))
    child.on('message', listen)
    child.once('exit', leave)
  })
}
