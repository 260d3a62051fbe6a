/** The part of `node:timers/promises` that pages use on the server. */
export const setImmediate = () => new Promise<void>((resolve) => setTimeout(resolve))
