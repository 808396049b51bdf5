// fetch, with retries where they help: the careful client from which the others differ.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

await run(AliasClient)
