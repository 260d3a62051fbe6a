const DAY_MS = 86_400_000

/** Whether something is of the last day. */
export const isRecent = (at: string): boolean => Date.parse(at) > Date.now() - DAY_MS
