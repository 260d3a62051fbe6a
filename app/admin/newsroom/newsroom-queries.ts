import { deskQuery } from '#app/admin/query/desk-query.ts'
import { listDraftAddresses } from '#core/data/news-drafts.ts'
import { listNewsFeeds } from '#core/data/news-feeds.ts'
import { findNewsGroup, listNewsGroups } from '#core/data/news-groups.ts'

export const NEWSROOM_KEY = ['newsroom']

/** Feeds bring many items in a row. */
const LIVE = { live: ['news_groups'], isCalm: true } as const

export type StoryListOptions = Parameters<typeof listNewsGroups>[1]

export const storiesQuery = (options: StoryListOptions) =>
  deskQuery(
    [...NEWSROOM_KEY, 'stories', options],
    async (client) => {
      const { groups, total } = await listNewsGroups(client, options)
      return { rows: groups, total }
    },
    LIVE,
  )

export const groupQuery = (id: string) =>
  deskQuery([...NEWSROOM_KEY, 'group', id], (client) => findNewsGroup(client, id), {
    live: ['news_groups', 'sourced_articles'],
  })

export const feedsQuery = deskQuery([...NEWSROOM_KEY, 'feeds'], listNewsFeeds, {
  live: ['news_feeds'],
  isCalm: true,
})

/** Where drafts are edited; an article that is renamed has another address. */
export const draftAddressesQuery = (ids: readonly string[]) =>
  deskQuery([...NEWSROOM_KEY, 'drafts', ids], (client) => listDraftAddresses(client, ids), {
    live: ['articles'],
  })
