/** Functions that close resources after each file, because its tests share them. */
export const leftOpen: (() => Promise<void>)[] = []
