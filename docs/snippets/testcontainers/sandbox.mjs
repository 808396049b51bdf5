import { GenericContainer, Wait } from 'testcontainers'

const container = await new GenericContainer('alias-sandbox')
  .withCommand(['past_due'])
  .withExposedPorts(25427)
  .withWaitStrategy(Wait.forLogMessage('ready on'))
  .start()
const url = `http://${container.getHost()}:${container.getMappedPort(25427)}`
const headers = { authorization: 'Bearer sandbox_default' }
console.log((await fetch(`${url}/v1/aliases`, { headers })).status) // 403
await container.stop()
