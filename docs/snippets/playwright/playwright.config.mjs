import { defineConfig } from '@playwright/test'

export default defineConfig({
  webServer: {
    command: 'npx alias-sandbox --port 0',
    // What the named groups match is in process.env of the tests.
    wait: {
      stdout: /ready on (?<ALIAS_SANDBOX_URL>\S+) \(key (?<ALIAS_SANDBOX_API_KEY>[\w-]+)/,
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
})
