// For `--expect-output`: the client printed every alias that exists, once.
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'

const aliases = JSON.parse(readFileSync(process.env.ALIAS_SANDBOX_ALIASES, 'utf8'))
const printed = (await text(process.stdin)).split('\n').map((line) => line.split(' ')[0])
const missing = aliases.filter(({ address }) => !printed.includes(address))
const twice = printed.filter((address, at) => address && printed.indexOf(address) < at)
if (missing.length > 0)
  console.log(`${missing.length} of ${aliases.length} aliases were not printed`)
if (twice.length > 0) console.log(`${twice.length} aliases were printed twice`)
if (missing.length + twice.length > 0) process.exitCode = 1
