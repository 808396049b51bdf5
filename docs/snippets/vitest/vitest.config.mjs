import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { globalSetup: ['alias-sandbox/vitest/setup'] } })
