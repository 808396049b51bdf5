/** Packages whose declarations are shipped as well, as dist/types/<name>.d.ts. */
export const vendored = { valibot: 'dist/index.d.mts', tinyqueue: 'index.d.ts' }
