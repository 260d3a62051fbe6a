/** What is closed after each file, because its tests share it. */
export const leftOpen: (() => Promise<void>)[] = []
