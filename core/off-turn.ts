/**
 * Calls a function that works through a text, so that nothing else waits for it (`server/platform/process/off-turn.ts`). `place` is the path
 * of the function's module from the root, # and its name. Its arguments and its result are plain data.
 */
export type OffTurn = <Args extends unknown[], Result>(
  place: string,
  work: (...args: Args) => Result,
  ...args: Args
) => Promise<Result>
