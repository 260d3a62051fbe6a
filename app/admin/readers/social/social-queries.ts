import { useQuery } from '@tanstack/react-query'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { storedSettingsQuery } from '#app/admin/settings/settings-queries.ts'
import {
  listSocialBlocks,
  listSocialFollowers,
  listSocialReactions,
  listSocialReplies,
  listSocialServers,
  readSocialWeb,
} from '#core/data/social-web.ts'

export const SOCIAL_KEY = ['social']
const REFUSES = { refuses: true } as const
export const ROWS_PER_PAGE = 10
/** The database lists no more of what others can add to without end. */
export const MOST_LISTED = 10_000

/** The interval while the page is open and in sight. */
const LIVE_MS = 30_000

export const socialWebQuery = {
  ...deskQuery([...SOCIAL_KEY, 'sums'], readSocialWeb, REFUSES),
  refetchInterval: LIVE_MS,
}

export const followersQuery = (page: number) => ({
  ...deskQuery(
    [...SOCIAL_KEY, 'followers', page],
    (client) => listSocialFollowers(client, { page, pageSize: ROWS_PER_PAGE }),
    REFUSES,
  ),
  refetchInterval: LIVE_MS,
})

export const repliesQuery = (page: number) => ({
  ...deskQuery(
    [...SOCIAL_KEY, 'replies', page],
    (client) => listSocialReplies(client, { page, pageSize: ROWS_PER_PAGE }),
    REFUSES,
  ),
  refetchInterval: LIVE_MS,
})

export const reactionsQuery = {
  ...deskQuery([...SOCIAL_KEY, 'reactions'], (client) => listSocialReactions(client), REFUSES),
  refetchInterval: LIVE_MS,
}

export const articleReactionsQuery = (articleIds: readonly string[]) => ({
  ...deskQuery(
    [...SOCIAL_KEY, 'articles', articleIds],
    (client) => listSocialReactions(client, articleIds),
    REFUSES,
  ),
  staleTime: LIVE_MS,
})

export const serversQuery = {
  ...deskQuery([...SOCIAL_KEY, 'servers'], listSocialServers, REFUSES),
  refetchInterval: LIVE_MS,
}

export const blocksQuery = deskQuery([...SOCIAL_KEY, 'blocks'], listSocialBlocks, REFUSES)

/** Tells whether the publication is on the social web; undefined until it is known. */
export function useIsOnSocialWeb(): boolean | undefined {
  const { data } = useQuery(storedSettingsQuery)
  return data && data.social_web === true
}
