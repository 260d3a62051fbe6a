import { t } from '#app/admin/kit/messages.ts'
import { SETTINGS_PATH } from '#app/admin/kit/paths.ts'
import { MAIL_PROVIDERS } from '#core/domain/mail-providers.ts'
import { EDITED_KEYS, type EditedKey, SETTINGS } from '#core/domain/settings.ts'

/** The name of each setting where it is edited. */
export const SETTING_LABELS = Object.fromEntries(
  EDITED_KEYS.map((key) => [key, SETTINGS[key].label]),
) as Record<EditedKey, string>

const keysOf = (name: string) => EDITED_KEYS.filter((key) => SETTINGS[key].section === name)

/** A section of the settings, which has an address of its own. */
export interface SettingsSection {
  /** The last part of its address. */
  slug: string
  title: string
  intro: string
  /** The settings that are saved together. */
  keys: readonly EditedKey[]
  /** Labels of what is edited in it besides. */
  others?: readonly string[]
  /** Other words under which it is found, between commas. */
  keywords?: string
}

const section = <const Slug extends string>(given: SettingsSection & { slug: Slug }) => given

/** All sections, in the order of the index. */
export const SECTIONS = {
  site: section({
    slug: 'site-configuration',
    title: t('settings.site.title'),
    intro: t('settings.site.intro'),
    keys: keysOf('site'),
  }),
  look: section({
    slug: 'look',
    title: t('look.title'),
    intro: t('look.intro'),
    keywords: t('look.keywords'),
    keys: keysOf('look'),
  }),
  frontPage: section({
    slug: 'front-page',
    title: t('frontPage.title'),
    intro: t('frontPage.intro'),
    keywords: t('frontPage.keywords'),
    keys: keysOf('frontPage'),
  }),
  sections: section({
    slug: 'sections',
    title: t('sections.title'),
    intro: t('sections.intro'),
    keywords: t('sections.keywords'),
    keys: [],
    others: [t('sections.add')],
  }),
  words: section({
    slug: 'words',
    title: t('words.title'),
    intro: t('words.intro'),
    keywords: t('words.keywords'),
    keys: keysOf('words'),
  }),
  languages: section({
    slug: 'languages',
    title: t('settings.languages.title'),
    intro: t('settings.languages.intro'),
    keys: [],
  }),
  navigation: section({
    slug: 'navigation',
    title: t('navigation.title'),
    intro: t('navigation.intro'),
    keywords: t('navigation.keywords'),
    keys: keysOf('navigation'),
  }),
  featured: section({
    slug: 'featured-articles',
    title: t('settings.featured.title'),
    intro: t('settings.featured.intro'),
    keys: [],
  }),
  author: section({
    slug: 'author-settings',
    title: t('settings.author.title'),
    intro: t('settings.author.intro'),
    keys: keysOf('author'),
  }),
  articles: section({
    slug: 'article-defaults',
    title: t('settings.article.title'),
    intro: t('settings.article.intro'),
    keys: keysOf('articles'),
  }),
  translation: section({
    slug: 'translation-management',
    title: t('settings.translation.title'),
    intro: t('settings.translation.intro'),
    keys: keysOf('translation'),
    others: [t('coverage.command.retranslate')],
  }),
  model: section({
    slug: 'language-model',
    title: t('ai.title'),
    intro: t('ai.intro'),
    keywords: t('ai.commandKeywords'),
    keys: [],
    others: [
      t('ai.provider.label'),
      t('ai.model.label'),
      t('ai.address.label'),
      t('ai.key.label'),
      t('ai.speech.title'),
      t('ai.speech.voice'),
      t('ai.cost.currency'),
      t('ai.cost.budget'),
      t('ai.cost.concurrency'),
    ],
  }),
  newsletter: section({
    slug: 'newsletter-settings',
    title: t('settings.newsletter.card'),
    intro: t('settings.newsletter.intro'),
    keys: keysOf('newsletter'),
  }),
  landing: section({
    slug: 'newsletter-page',
    title: t('settings.landing.title'),
    intro: t('settings.landing.intro'),
    keys: keysOf('landing'),
  }),
  mail: section({
    slug: 'mail',
    title: t('mail.title'),
    intro: t('mail.intro'),
    keywords: [...MAIL_PROVIDERS.map(({ name }) => name), t('mail.keywords')].join(', '),
    keys: [],
    others: [
      t('mail.way.label'),
      ...new Set(MAIL_PROVIDERS.flatMap(({ fields }) => Object.values(fields).map(({ label }) => label))),
      t('mail.sender.address'),
      t('mail.sender.name'),
      t('mail.returnPath.label'),
      t('mail.reports.label'),
      t('mail.test.action'),
    ],
  }),
} as const satisfies Record<string, SettingsSection>

export type SectionSlug = (typeof SECTIONS)[keyof typeof SECTIONS]['slug']

export const SECTION_GROUPS: readonly {
  title: string
  sections: readonly (SettingsSection & { slug: SectionSlug })[]
}[] = [
  {
    title: t('settings.group.paper'),
    sections: [
      SECTIONS.site,
      SECTIONS.look,
      SECTIONS.frontPage,
      SECTIONS.sections,
      SECTIONS.languages,
      SECTIONS.words,
      SECTIONS.navigation,
    ],
  },
  {
    title: t('settings.group.publication'),
    sections: [SECTIONS.featured, SECTIONS.author, SECTIONS.articles],
  },
  { title: t('settings.group.languages'), sections: [SECTIONS.translation, SECTIONS.model] },
  { title: t('settings.group.newsletter'), sections: [SECTIONS.newsletter, SECTIONS.landing, SECTIONS.mail] },
]

export const ALL_SECTIONS = SECTION_GROUPS.flatMap(({ sections }) => sections)

export const findSection = (slug: string | undefined) =>
  ALL_SECTIONS.find((known) => known.slug === slug) ?? null

/** The address of a section, or of one of its fields. */
export function settingsPath({ slug }: Pick<SettingsSection, 'slug'>, label?: string): string {
  return `${SETTINGS_PATH}/${slug}${label ? `#${anchorOf(label)}` : ''}`
}

/** Returns the name of the field with this label in addresses. */
export function anchorOf(label: string): string {
  return label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

export const labelsOf = ({ keys, others = [] }: SettingsSection): string[] => [
  ...keys.map((key) => SETTING_LABELS[key]),
  ...others,
]
