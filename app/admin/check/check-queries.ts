import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { listCheckOverrides } from '#core/data/check-overrides.ts'
import { checkLinks } from '#core/data/links.ts'
import { listSettings } from '#core/data/settings.ts'

export const CHECK_KEY = ['check']

/** As long as the server remembers what other servers said. */
const LINKS_FRESH_MS = 10 * 60_000

export const overridesKey = (articleId: string) => [...CHECK_KEY, 'overrides', articleId]

export const overridesQuery = (articleId: string) =>
  deskQuery(overridesKey(articleId), (client) => listCheckOverrides(client, articleId))

export const bannedWordsQuery = deskQuery(
  [...CHECK_KEY, 'banned-words'],
  async (client) => (await listSettings(client)).banned_words ?? null,
)

export const linksQuery = (addresses: readonly string[]) =>
  queryOptions({
    ...deskQuery([...CHECK_KEY, 'links', addresses], (client) => checkLinks(client, addresses)),
    enabled: addresses.length > 0,
    staleTime: LINKS_FRESH_MS,
    placeholderData: keepPreviousData,
  })
