import { setupServer } from 'msw/node'
import { createSandbox } from 'alias-sandbox/fetch'
import { aliasHandlers } from 'alias-sandbox/msw'

export const sandbox = createSandbox()
export const mocks = setupServer(...aliasHandlers(sandbox, 'https://api.example.com'))
