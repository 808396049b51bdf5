import { render } from 'preact'

render(<h1>alias-sandbox</h1>, document.getElementById('app')!)
