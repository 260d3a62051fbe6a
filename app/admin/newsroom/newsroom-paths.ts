export const NEWSROOM_PATH = '/admin/newsroom'
export const FEEDS_PATH = `${NEWSROOM_PATH}/feeds`

/** The page of a story that outlets tell. */
export const groupPath = (id: string) => `${NEWSROOM_PATH}/groups/${id}`

/** The ways by which something comes into the newsroom. */
export const WAYS_IN = ['feed', 'address', 'text'] as const
export type WayIn = (typeof WAYS_IN)[number]

export const wayInPath = (way: WayIn) => `${FEEDS_PATH}?add=${way}`
