import { defineConfig } from 'vitest/config'
import { MissingToolsReporter } from './test/support/missing-tools-reporter.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Vitest chooses a reporter by where it runs. This one shows each file as it ends, everywhere.
    reporters: ['default', new MissingToolsReporter()],
    testTimeout: 30_000,
    // The tests read no clock of the machine; what runs beside them must not decide what they see.
    maxWorkers: 2,
    // CommonJS packages are imported as Node imports them.
    deps: { interopDefault: false },
  },
})
