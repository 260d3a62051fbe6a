import { t } from '#app/admin/kit/messages.ts'
import { SETTINGS_PATH } from '#app/admin/kit/paths.ts'
import type { EditedKey } from '#app/admin/settings/setting-drafts.ts'
import { MAIL_PROVIDERS } from '#core/domain/mail-providers.ts'

/** The name of each setting where it is edited. */
export const SETTING_LABELS: Record<EditedKey, string> = {
  accent: t('look.accent.label'),
  ai_crawlers: t('settings.site.crawlers'),
  banned_words: t('settings.article.banned'),
  contact_address: t('settings.site.contact'),
  counts_page_views: t('settings.site.views'),
  social_web: t('settings.site.social'),
  offline_reading: t('settings.site.offline'),
  daily_megabytes: t('settings.site.storage'),
  default_author: t('settings.author.name'),
  default_reading_time: t('settings.article.readingTime'),
  editorial_responsibility: t('settings.site.responsible'),
  footer_columns: t('navigation.footer.label'),
  front_page: t('frontPage.label'),
  header_links: t('navigation.header.label'),
  icon: t('look.icon.label'),
  landing_figures: t('settings.landing.figures'),
  landing_subscribers: t('settings.landing.subscribers'),
  landing_testimonials: t('settings.landing.testimonials'),
  logo: t('look.logo.label'),
  newsletter_automatic: t('settings.newsletter.automatic'),
  newsletter_counts_clicks: t('settings.newsletter.clicks'),
  newsletter_pictures: t('settings.newsletter.pictures'),
  newsletter_rate: t('settings.newsletter.rate'),
  newsletter_reply_to: t('settings.newsletter.replyTo'),
  newsletter_time: t('settings.newsletter.time'),
  newsletter_zone: t('settings.newsletter.zone'),
  notice: t('navigation.notice.label'),
  postal_address: t('settings.newsletter.postal'),
  site_name: t('settings.site.name'),
  social_profiles: t('navigation.profiles.label'),
  subject: t('words.subject.label'),
  tagline: t('settings.site.tagline'),
  translation_review: t('settings.translation.policy'),
  translation_style: t('settings.translation.style'),
  type: t('look.type.label'),
  words: t('words.list.label'),
}

/** A section of the settings, which has an address of its own. */
export interface SettingsSection {
  /** The last part of its address. */
  slug: string
  title: string
  intro: string
  /** The settings that are saved together. */
  keys: readonly EditedKey[]
  /** The names of what else is found in it. */
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
    keys: [
      'site_name',
      'tagline',
      'contact_address',
      'editorial_responsibility',
      'ai_crawlers',
      'counts_page_views',
      'offline_reading',
      'social_web',
      'daily_megabytes',
    ],
  }),
  look: section({
    slug: 'look',
    title: t('look.title'),
    intro: t('look.intro'),
    keywords: t('look.keywords'),
    keys: ['accent', 'type', 'logo', 'icon'],
  }),
  frontPage: section({
    slug: 'front-page',
    title: t('frontPage.title'),
    intro: t('frontPage.intro'),
    keywords: t('frontPage.keywords'),
    keys: ['front_page'],
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
    keys: ['subject', 'words'],
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
    keys: ['header_links', 'footer_columns', 'social_profiles', 'notice'],
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
    keys: ['default_author'],
  }),
  articles: section({
    slug: 'article-defaults',
    title: t('settings.article.title'),
    intro: t('settings.article.intro'),
    keys: ['default_reading_time', 'banned_words'],
  }),
  translation: section({
    slug: 'translation-management',
    title: t('settings.translation.title'),
    intro: t('settings.translation.intro'),
    keys: ['translation_review', 'translation_style'],
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
    keys: [
      'newsletter_time',
      'newsletter_zone',
      'newsletter_reply_to',
      'postal_address',
      'newsletter_rate',
      'newsletter_automatic',
      'newsletter_counts_clicks',
      'newsletter_pictures',
    ],
  }),
  landing: section({
    slug: 'newsletter-page',
    title: t('settings.landing.title'),
    intro: t('settings.landing.intro'),
    keys: ['landing_subscribers', 'landing_figures', 'landing_testimonials'],
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

/** Returns how an address names the field with this label. */
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
