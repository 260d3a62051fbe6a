import { DEFAULT_READING_TIME } from '#core/domain/article-reading-time.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { DEFAULT_SECTIONS, type Sections } from '#core/domain/category.ts'
import type { PublishedPage } from '#core/domain/page.ts'
import { PUBLICATION_DEFAULTS, PUBLICATION_SCHEMAS } from '#core/domain/publication-settings.ts'
import { z } from '#core/domain/schema.ts'
import { line, localized, note, RULES } from '#core/domain/setting-texts.ts'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '#core/domain/subscriber.ts'

const styleNote = note(2000)

const address = z
  .string()
  .trim()
  .max(EMAIL_MAX_LENGTH, `Must have at most ${EMAIL_MAX_LENGTH} characters`)
  .regex(EMAIL_PATTERN, 'Must be an email address')
  .register(RULES, { format: 'email' })

const testimonial = z.strictObject({ quote: line(400), author: line(80), role: line(80) })
const figure = z.strictObject({ value: line(20), label: line(60) })

/** The largest import fits in. `private.count_bytes` has it too. */
export const DAILY_MEGABYTES = 2_500

/** The schema of each setting, of which the rules in the database are made (`server/platform/database/setting-rules.ts`). */
export const SETTING_SCHEMAS = {
  ...PUBLICATION_SCHEMAS,
  site_name: line(60),
  tagline: localized(line(100)),
  default_author: line(80),
  default_reading_time: line(40),
  /** `welcome` if models may learn from the articles. */
  ai_crawlers: z.enum(['welcome', 'refused']),
  counts_page_views: z.boolean(),
  /** True if each language is an actor of the social web, which people of other servers can follow. */
  social_web: z.boolean(),
  /** True if browsers may store articles for offline reading. */
  offline_reading: z.boolean(),
  /** The amount that one person may add in a day: versions of articles, files, notes and ideas. */
  daily_megabytes: z
    .int('Must be a whole number')
    .min(1, 'Must be 1 or more')
    .max(999_999, 'Must be at most 999,999'),
  newsletter_time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 09:00')
    .register(RULES, { format: 'time' }),
  newsletter_zone: line(64)
    .refine(isTimeZone, 'Must be a time zone such as Europe/Zurich')
    .register(RULES, { format: 'line', maxLength: 64 }),
  /** True if an issue is sent at its time without an approval. */
  newsletter_automatic: z.boolean(),
  /** True if the links of an issue count clicks, unless its editor decides otherwise. */
  newsletter_counts_clicks: z.boolean(),
  /** The most messages that are sent, by all processes together. */
  newsletter_rate: z
    .strictObject({
      per_second: z.int('Must be a whole number').min(1).max(9_999).optional(),
      per_hour: z.int('Must be a whole number').min(1).max(9_999_999).optional(),
    })
    .refine(
      ({ per_second, per_hour }) => per_second !== undefined || per_hour !== undefined,
      'Must be a limit',
    )
    .register(RULES, { minProperties: 1 }),
  newsletter_reply_to: address,
  contact_address: address,
  /** The publisher's address in the footer of newsletters; some countries require it. */
  postal_address: note(300),
  /** The person or organization that is legally responsible for the content. */
  editorial_responsibility: z.strictObject({ kind: z.enum(['person', 'organization']), name: line(200) }),
  /** The words that the check before publishing finds in texts of a language; English words are only looked for in English. */
  banned_words: localized(z.array(line(60)).max(200, 'Must have at most 200 words')),
  /** True if readers get translations only after a review; if absent, true for languages that somebody translates into. */
  translation_review: z.partialRecord(z.enum(TRANSLATED_LANGUAGES), z.boolean()),
  /** The desk's style for translations into a language; part of the prompt of a model. */
  translation_style: z.partialRecord(z.enum(TRANSLATED_LANGUAGES), styleNote),
  /** Present once the introduction for newcomers is dismissed. */
  welcome: z.literal('dismissed'),
  /** The number of subscribers that the landing page shows, until the real number is larger. */
  landing_subscribers: z
    .int('Must be a whole number')
    .min(1, 'Must be 1 or more')
    .max(999_999_999, 'Must be at most 999,999,999'),
  landing_figures: localized(z.array(figure).max(4)),
  /** `samples`: true if they are invented; the page then says so. */
  landing_testimonials: z.strictObject({
    samples: z.boolean(),
    texts: localized(z.array(testimonial).max(6)),
  }),
} satisfies Record<string, z.ZodType>

export type SettingKey = keyof typeof SETTING_SCHEMAS
export type SettingValues = { [Key in SettingKey]: z.infer<(typeof SETTING_SCHEMAS)[Key]> }
export type Testimonial = z.infer<typeof testimonial>
export type Figure = z.infer<typeof figure>

/** A change of a setting: the value before, as its editor saw it, and the new one; null is the default. */
export interface SettingChange {
  key: SettingKey
  before: unknown
  after: unknown
}

export const SETTING_KEYS = Object.keys(SETTING_SCHEMAS) as SettingKey[]

/** Settings without a default. */
type Optional =
  | 'tagline'
  | 'editorial_responsibility'
  | 'welcome'
  | 'newsletter_rate'
  | 'newsletter_reply_to'
  | 'postal_address'
  | `landing_${string}`
  | 'accent'
  | 'icon'
  | 'logo'
  | 'footer_columns'
  | 'notice'
  | 'setup'

/** The defaults that come from the environment of the process. */
export type EnvironmentSettings = Pick<Settings, 'contact_address'> &
  Partial<Pick<Settings, 'newsletter_zone'>>

/** The value of every setting, either stored or the default. */
export type Settings = {
  readonly [Key in SettingKey]: Key extends Optional ? SettingValues[Key] | null : SettingValues[Key]
} & Sections & {
    /** The pages with a published text of their own, and where pages were before, by the old address. */
    readonly pages: readonly PublishedPage[]
    readonly pageRedirects: ReadonlyMap<string, string>
  }

/** Every page shows these, so a change evicts all cached pages. A page that shows another setting has its tag. */
const ON_EVERY_PAGE: ReadonlySet<string> = new Set<SettingKey | 'categories' | 'pages'>([
  'categories',
  'pages',
  'site_name',
  'tagline',
  'editorial_responsibility',
  'newsletter_time',
  'newsletter_zone',
  'accent',
  'type',
  'logo',
  'icon',
  'languages',
  'subject',
  'words',
  'statements',
  'header_links',
  'footer_columns',
  'social_profiles',
  'notice',
])

export const isOnEveryPage = (key: string) => ON_EVERY_PAGE.has(key)

/**
 * The valid stored values and, for all other settings, the defaults, two of which come from the environment. Also returns the
 * keys of rows that are invalid, because another version of this program or another tool wrote them.
 */
export function settingsOf(
  rows: readonly { key: string; value: unknown }[],
  environment: EnvironmentSettings,
  sections = DEFAULT_SECTIONS,
): { settings: Settings; invalid: string[] } {
  const isValid = ({ key, value }: { key: string; value: unknown }) =>
    isSettingKey(key) && SETTING_SCHEMAS[key].safeParse(value).success
  const [stored, invalid] = [rows.filter(isValid), rows.filter((row) => !isValid(row))]
  const values: Partial<SettingValues> = Object.fromEntries(stored.map(({ key, value }) => [key, value]))
  const siteName = values.site_name ?? DEFAULT_SITE_WORDS.site_name
  return {
    settings: {
      ...DEFAULT_SITE_WORDS,
      ...PUBLICATION_DEFAULTS,
      ...sections,
      pages: [],
      pageRedirects: new Map(),
      subject: siteName === DEFAULT_SITE_WORDS.site_name ? 'ai' : 'any',
      site_name: siteName,
      default_author: `${siteName} Editorial`,
      default_reading_time: DEFAULT_READING_TIME,
      ai_crawlers: 'welcome',
      counts_page_views: true,
      social_web: false,
      offline_reading: true,
      daily_megabytes: DAILY_MEGABYTES,
      newsletter_automatic: false,
      newsletter_counts_clicks: false,
      newsletter_rate: null,
      newsletter_reply_to: null,
      postal_address: null,
      editorial_responsibility: null,
      banned_words: { en: [] },
      translation_review: {},
      translation_style: {},
      welcome: null,
      landing_subscribers: null,
      landing_figures: null,
      landing_testimonials: null,
      ...environment,
      ...values,
    },
    invalid: invalid.map(({ key }) => key),
  }
}

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTING_SCHEMAS, key)
}

/** @throws ZodError when the setting may not have this value */
export function parseSetting<Key extends SettingKey>(key: Key, value: unknown): SettingValues[Key] {
  return SETTING_SCHEMAS[key].parse(value) as SettingValues[Key]
}

/** Returns true for a name of the time zone database; offsets are refused. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}
