export { setup as default } from './library/jest-run.ts'
