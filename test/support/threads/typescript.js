// Worker threads load modules as Node does, which does not read TypeScript on Node 20.
import { register } from 'node:module'
import { isMainThread } from 'node:worker_threads'

if (!isMainThread) register('./typescript-hooks.js', import.meta.url)
