// Imports one module (CommonJS is required) and prints how many milliseconds that took.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const [, , file] = process.argv
const require = createRequire(import.meta.url)
const from = performance.now()
if (file.endsWith('.cjs')) require(file)
else await import(pathToFileURL(file).href)
console.log(performance.now() - from)
