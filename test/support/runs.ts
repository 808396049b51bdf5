const share = Number(process.env['SHARE_OF_RUNS'] ?? 1)

/** The runs of a test with random input, of which `npm test` makes a share. */
export const runs = (all: number): number => Math.ceil(all * share)
