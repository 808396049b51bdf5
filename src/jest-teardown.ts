export { teardown as default } from './library/jest-run.ts'
