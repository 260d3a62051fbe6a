const DAY_MS = 86_400_000

/** Returns true if a moment is within the last day. */
export const isRecent = (at: string): boolean => Date.parse(at) > Date.now() - DAY_MS
