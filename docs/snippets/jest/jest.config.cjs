module.exports = {
  globalSetup: 'alias-sandbox/jest',
  globalTeardown: 'alias-sandbox/jest/teardown',
  testMatch: ['**/*.test.cjs'],
}
