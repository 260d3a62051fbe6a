/** How a server answers. */
export type Kind = 'at once' | 'slowly' | 'never' | 'refuses' | 'fails' | 'circles' | 'hugely'

/** A twentieth of all servers for each of them, and fourteen twentieths that answer at once. */
const TROUBLED: readonly Kind[] = ['slowly', 'never', 'refuses', 'fails', 'circles', 'hugely']

export const kindOf = (server: number): Kind => TROUBLED[Math.floor(server / 10) % 20] ?? 'at once'

/** Six of ten have an inbox for all of their people. */
export const sharesInbox = (server: number): boolean => server % 10 < 6
