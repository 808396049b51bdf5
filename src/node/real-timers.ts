/** The timers as they were when the sandbox was loaded: those of a sandbox are not those of a test that fakes its own. */
export const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate } = globalThis
