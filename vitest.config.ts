import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    // The tests read no clock of the machine; what runs beside them must not decide what they see.
    maxWorkers: 2,
    // CommonJS packages are imported as Node imports them.
    deps: { interopDefault: false },
  },
})
