/** `alias-sandbox/fetch`: a sandbox that answers in this program. It needs only what the web has. */
export {
  createSandbox,
  type FetchSandbox,
  type FetchSandboxOptions,
} from './library/create-sandbox.ts'
export { SandboxError, type SandboxErrorCode } from './client/error.ts'
export type * from './client.ts'
