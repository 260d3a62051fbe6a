import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { MEDIA_KEY } from '#app/admin/media/media-queries.ts'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { checkLinks, listCheckOverrides } from '#core/data/article-checks.ts'
import { listMediaByNames } from '#core/data/media-files.ts'
import { listSettings } from '#core/data/settings.ts'
import type { Language } from '#core/i18n/languages.ts'

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

/**
 * What the library knows of images of ours, by their addresses as the article has them. Its key is below that of the library, so that
 * what somebody writes there is read again.
 */
export const imageFactsQuery = (images: readonly { address: string; name: string }[], language: Language) =>
  queryOptions({
    ...deskQuery([...MEDIA_KEY, 'facts', language, images], async (client) => {
      const files = await listMediaByNames(client, [...new Set(images.map(({ name }) => name))])
      const byName = new Map(files.map((file) => [file.name, file]))
      return images.flatMap(({ address, name }) => {
        const file = byName.get(name)
        if (!file) return []
        const alt = file.decorative ? '' : (file.alts[language] ?? null)
        return [{ address, alt, credit: file.credit }]
      })
    }),
    enabled: images.length > 0,
    placeholderData: keepPreviousData,
  })
