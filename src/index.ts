/** `alias-sandbox`: starts a sandbox in this process, or connects to a running one. */
export * from './client.ts'
export { createSandboxApp, type SandboxApp, type SandboxAppOptions } from './library/sandbox-app.ts'
export { defineScenario } from './library/scenario.ts'
export { startSandbox } from './library/start-sandbox.ts'
export type { SandboxOptions } from './library/options.ts'
