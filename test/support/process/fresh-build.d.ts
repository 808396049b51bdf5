export function builtFile(path: `dist/${string}` | `build/${string}`): string
