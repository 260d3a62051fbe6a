import { Refusal } from '#app/admin/kit/errors/classify-error.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { type ArticleVersion, type FeatureOptions, featureArticle } from '#core/data/bulk-articles.ts'
import type { Client } from '#core/data/client.ts'
import { listDeskArticles } from '#core/data/desk-articles.ts'
import { listSettings, readSettingDefaults } from '#core/data/settings.ts'
import { type Settings, type SettingValues, settingsOf } from '#core/domain/settings.ts'
import type { Language } from '#core/i18n/languages.ts'

export const SETTINGS_KEY = ['settings']
const FEATURED_KEY = ['articles', 'featured']

/** So many are offered to choose from; a search finds the others. */
const CHOICES = 20

export interface StoredSettings {
  /** The settings that differ from their defaults. */
  stored: Partial<SettingValues>
  /** The values in force where nothing is set. */
  defaults: Settings
}

export const settingsQuery = deskQuery(SETTINGS_KEY, loadSettings, { live: ['settings'] })

/** Those that differ from their defaults, for what every page of the desk shows. */
export const storedSettingsQuery = deskQuery([...SETTINGS_KEY, 'stored'], listSettings, {
  live: ['settings'],
})

async function loadSettings(client: Client): Promise<StoredSettings> {
  const [stored, environment] = await Promise.all([listSettings(client), readSettingDefaults(client)])
  // The default author is named after the publication.
  const named = stored.site_name === undefined ? [] : [{ key: 'site_name', value: stored.site_name }]
  const { contact_address: contact, newsletter_zone: zone } = environment
  const { settings } = settingsOf(named, {
    contact_address: typeof contact === 'string' ? contact : '',
    ...(typeof zone === 'string' && { newsletter_zone: zone }),
  })
  return { stored, defaults: settings }
}

export const featuredQuery = (language: Language) =>
  deskQuery(
    [...FEATURED_KEY, language],
    async (client) => {
      const { rows } = await listDeskArticles(client, { ...published(language), featured: true, pageSize: 1 })
      return rows[0] ?? null
    },
    { live: ['articles'] },
  )

/** The articles that can be featured, the newest first. */
export const featurableQuery = (language: Language, search: string) =>
  deskQuery(
    ['articles', 'featurable', language, search],
    (client) => listDeskArticles(client, { ...published(language), featured: null, search }),
    { live: ['articles'] },
  )

const published = (language: Language) =>
  ({
    published: true,
    language,
    category: null,
    search: '',
    sort: { by: 'publish_date', descending: true },
    page: 1,
    pageSize: CHOICES,
  }) as const

/** Features an article as it was seen, or ends that. Resolves to the translations that followed, or to what was saved since. */
export async function featureSeen(client: Client, seen: ArticleVersion, options: FeatureOptions) {
  const answer = await featureArticle(client, seen, options)
  if (answer.status === 'gone') throw new Refusal('article_gone')
  return answer
}

/** The names of a language and of those in which translations followed. */
export const nameLanguages = (codes: Language[]): string => LIST.format(codes.map(languageName))
const LIST = new Intl.ListFormat('en')
