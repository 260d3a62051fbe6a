import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { type StoredSettings, settingsQuery } from '#app/admin/settings/settings-queries.ts'
import {
  findPage,
  findPageRevision,
  listDeletedPages,
  listPageRevisions,
  listPages,
} from '#core/data/pages.ts'
import { isShippedPage, MAX_PAGES } from '#core/domain/page.ts'
import { type PageVoice, parseShippedPage, type ShippedPage, voiceOf } from '#core/domain/shipped-page.ts'
import type { Language } from '#core/i18n/languages.ts'

export const PAGES_KEY = ['pages']
const LIVE = { live: ['pages'] } as const

export const pagesQuery = deskQuery([...PAGES_KEY, 'list'], listPages, LIVE)
export const deletedPagesQuery = deskQuery([...PAGES_KEY, 'deleted'], listDeletedPages, LIVE)

export const pageQuery = (slug: string, language: Language) =>
  deskQuery([...PAGES_KEY, 'page', slug, language], (client) => findPage(client, slug, language), LIVE)

export const pageRevisionsQuery = (slug: string, language: Language) =>
  deskQuery(
    [...PAGES_KEY, 'revisions', slug, language],
    (client) => listPageRevisions(client, slug, language),
    LIVE,
  )

/** A revision never changes, so it is read once. */
export const pageRevisionQuery = (id: number) => ({
  ...deskQuery([...PAGES_KEY, 'revision', id], (client) => findPageRevision(client, id)),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Reads of what the shipped texts speak, and what they leave out. */
export const voiceQuery = {
  ...settingsQuery,
  select: ({ stored, defaults }: StoredSettings) => voiceOf({ ...defaults, ...stored }),
}

const FOLDER = '/core/i18n/messages/'
/** Each is a file of its own, and loaded when it is shown. */
const FILES = import.meta.glob<string>('/core/i18n/messages/*/*.md', {
  query: '?raw',
  import: 'default',
})

/** The text of a page as it comes with the product; null for an own page. */
export const shippedTextQuery = (slug: string, language: Language, voice: PageVoice | undefined) => ({
  queryKey: ['shipped-page', slug, language, voice],
  queryFn: async (): Promise<ShippedPage | null> => {
    if (!voice || !isShippedPage(slug)) return null
    const load = FILES[`${FOLDER}${language}/${slug}.md`]
    return load ? parseShippedPage(await load(), voice) : null
  },
  enabled: voice !== undefined,
  staleTime: Number.POSITIVE_INFINITY,
})

/** A sentence for what the database refuses of a page, by the name of the constraint. */
export function describePageProblem(problem: string): string {
  switch (problem) {
    case 'pages_slug_language_key':
      return t('pages.problem.taken')
    case 'pages_reserved_address':
      return t('pages.problem.reserved')
    case 'pages_shipped_address':
      return t('pages.problem.shipped')
    case 'pages_address_of_category':
      return t('pages.problem.category')
    case 'pages_address_of_page':
      return t('pages.problem.former')
    case 'pages_count_check':
      return t('pages.problem.count', { count: MAX_PAGES })
    default:
      return t('pages.problem.refused')
  }
}
