module.exports = {
  globalSetup: 'alias-sandbox/jest',
  globalTeardown: 'alias-sandbox/jest/teardown',
  testEnvironment: 'alias-sandbox/jest/environment', // a failing test leaves a page
  testMatch: ['**/*.test.cjs'],
}
