import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { listLanguages } from '#app/admin/kit/ui/format.ts'
import { listNewsFeeds } from '#core/data/news-feeds.ts'
import { findNewsGroup, listDraftAddresses, listNewsGroups } from '#core/data/news-groups.ts'
import type { ListedNewsGroup } from '#core/domain/news-group.ts'

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

/** Reads where drafts are edited; an article that is renamed has another address. */
export const draftAddressesQuery = (ids: readonly string[]) =>
  deskQuery([...NEWSROOM_KEY, 'drafts', ids], (client) => listDraftAddresses(client, ids), {
    live: ['articles'],
  })

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** The maximum number of outlets that are named; further ones are counted. */
const MAX_OUTLETS = 3

/** Says how much there is of a story: '4 reports, 1 outlet', or '7 reports, 5 outlets, 2 independent'. */
export function describeExtent({
  links,
  origins,
  outlets,
}: Pick<ListedNewsGroup, 'links' | 'origins' | 'outlets'>): string {
  return [
    t('newsroom.links', { count: links }),
    t('newsroom.outlets', { count: outlets.length }),
    ...(origins < outlets.length ? [t('newsroom.independent', { count: origins })] : []),
  ].join(', ')
}

/** Says who tells a story. */
export function describeOutlets(outlets: readonly string[]): string {
  const named = outlets.slice(0, outlets.length > MAX_OUTLETS + 1 ? MAX_OUTLETS : MAX_OUTLETS + 1)
  const more = outlets.length - named.length
  return LIST.format(more > 0 ? [...named, t('newsroom.outlets.more', { count: more })] : named)
}

/** In which languages a story is told; empty while none is known. */
export const describeLanguages = (languages: readonly string[]): string =>
  languages.length > 0 ? t('newsroom.languages', { languages: listLanguages(languages) }) : ''
