import { DEFAULT_READING_TIME } from '#core/domain/article-reading-time.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { DEFAULT_SECTIONS, type Sections } from '#core/domain/category.ts'
import type { PublishedPage } from '#core/domain/page.ts'
import { PUBLICATION_SETTINGS } from '#core/domain/publication-settings.ts'
import { z } from '#core/domain/schema.ts'
import { defaultsOf, type Setting } from '#core/domain/setting.ts'
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

/** All settings, in the order of the desk. Forms, types, defaults, and the rules in the database are made of this table. */
export const SETTINGS = {
  ...PUBLICATION_SETTINGS,
  site_name: {
    schema: line(60),
    section: 'site',
    label: 'Name of the site',
    hint: 'Stands on every page, in feeds and in mails.',
    onEveryPage: true,
  },
  tagline: {
    schema: localized(line(100)),
    fallback: null,
    section: 'site',
    label: 'Tagline',
    onEveryPage: true,
  },
  contact_address: {
    schema: address,
    section: 'site',
    label: 'Contact address',
    hint: 'Where readers write to. Leave it empty to use {{default}}.',
  },
  /** The person or organization that is legally responsible for the content. */
  editorial_responsibility: {
    schema: z.strictObject({ kind: z.enum(['person', 'organization']), name: line(200) }),
    fallback: null,
    section: 'site',
    label: 'Editorial responsibility',
    onEveryPage: true,
  },
  /** `welcome` if models may learn from the articles. */
  ai_crawlers: {
    schema: z.enum(['welcome', 'refused']),
    fallback: 'welcome',
    section: 'site',
    label: 'AI crawlers',
    hint: 'Whether AI models may learn from your articles. The file robots.txt tells them.',
    choices: { '': 'Default (welcome)', welcome: 'Welcome', refused: 'Refused' },
  },
  counts_page_views: {
    schema: z.boolean(),
    fallback: true,
    section: 'site',
    label: 'Count how often pages are read',
    hint: 'Sums per day, without cookies, and without storing who reads what. Readers whose browser asks not to be followed are not counted.',
  },
  /** True if browsers may store articles for offline reading. */
  offline_reading: {
    schema: z.boolean(),
    fallback: true,
    section: 'site',
    label: 'Let readers keep articles for reading without a network',
    hint: 'In the browser of who saves something or opens the list of saved articles, up to 50 MB. Switched off, browsers remove what they have with their next visit; the lists of saved articles stay.',
  },
  /** True if each language is an actor of the social web, which people of other servers can follow. */
  social_web: {
    schema: z.boolean(),
    fallback: false,
    section: 'site',
    label: 'Be on the social web',
    hint: 'People on Mastodon and similar servers can follow each language, such as @en and @fr at this site, and get new articles. Whoever has got them keeps them when this is switched off.',
  },
  /** The amount that one person may add in a day: versions of articles, files, notes and ideas. */
  daily_megabytes: {
    schema: z
      .int('Must be a whole number')
      .min(1, 'Must be 1 or more')
      .max(999_999, 'Must be at most 999,999'),
    fallback: DAILY_MEGABYTES,
    section: 'site',
    label: 'Storage per person and day',
    hint: 'In megabytes: versions of articles, pictures, files for imports, notes and ideas. Unsaved work is not counted.',
  },
  default_author: {
    schema: line(80),
    section: 'author',
    label: 'Default author',
    hint: 'Used for new articles. Articles that exist keep their author.',
  },
  default_reading_time: {
    schema: line(40),
    fallback: DEFAULT_READING_TIME,
    section: 'articles',
    label: 'Reading time',
  },
  /** The words that the check before publishing finds in texts of a language; English words are only looked for in English. */
  banned_words: {
    schema: localized(z.array(line(60)).max(200, 'Must have at most 200 words')),
    fallback: { en: [] },
    section: 'articles',
    label: 'Words to avoid',
  },
  /** True if readers get translations only after a review; if absent, true for languages that somebody translates into. */
  translation_review: {
    schema: z.partialRecord(z.enum(TRANSLATED_LANGUAGES), z.boolean()),
    fallback: {},
    section: 'translation',
    label: 'Review before publishing',
  },
  /** The desk's style for translations into a language; part of the prompt of a model. */
  translation_style: {
    schema: z.partialRecord(z.enum(TRANSLATED_LANGUAGES), styleNote),
    fallback: {},
    section: 'translation',
    label: 'Style notes',
  },
  newsletter_time: {
    schema: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 09:00')
      .register(RULES, { format: 'time' }),
    fallback: DEFAULT_SITE_WORDS.newsletter_time,
    section: 'newsletter',
    label: 'Sending time',
    onEveryPage: true,
  },
  newsletter_zone: {
    schema: line(64)
      .refine(isTimeZone, 'Must be a time zone such as Europe/Zurich')
      .register(RULES, { format: 'line', maxLength: 64 }),
    fallback: DEFAULT_SITE_WORDS.newsletter_zone,
    section: 'newsletter',
    label: 'Time zone',
    onEveryPage: true,
  },
  newsletter_reply_to: {
    schema: address,
    fallback: null,
    section: 'newsletter',
    label: 'Reply address',
    hint: 'Somebody should read what arrives there.',
  },
  /** The publisher's address in the footer of newsletters; some countries require it. */
  postal_address: {
    schema: note(300),
    fallback: null,
    section: 'newsletter',
    label: 'Postal address',
    hint: 'Stands at the end of each mail; some countries ask for it.',
  },
  /** The most messages that are sent, by all processes together. */
  newsletter_rate: {
    schema: z
      .strictObject({
        per_second: z.int('Must be a whole number').min(1).max(9_999).optional(),
        per_hour: z.int('Must be a whole number').min(1).max(9_999_999).optional(),
      })
      .refine(
        ({ per_second, per_hour }) => per_second !== undefined || per_hour !== undefined,
        'Must be a limit',
      )
      .register(RULES, { minProperties: 1 }),
    fallback: null,
    section: 'newsletter',
    label: 'Speed',
  },
  /** True if an issue is sent at its time without an approval. */
  newsletter_automatic: {
    schema: z.boolean(),
    fallback: false,
    section: 'newsletter',
    label: 'Send without an approval',
    hint: 'When it is due, the generated issue is sent without a test if the checklist finds nothing else to decide.',
  },
  /** True if the links of an issue count clicks, unless its editor decides otherwise. */
  newsletter_counts_clicks: {
    schema: z.boolean(),
    fallback: false,
    section: 'newsletter',
    label: 'Count clicks',
    hint: 'Links lead through this site, which counts them for each issue and stores no person. There is no tracking pixel.',
  },
  /** True if issues of the newsletter show the pictures of their stories, unless their editor decides otherwise. */
  newsletter_pictures: {
    schema: z.boolean(),
    fallback: false,
    section: 'newsletter',
    label: 'A small picture for each story',
    hint: 'For new issues; each issue can decide otherwise. The first story always shows its picture.',
  },
  /** The number of subscribers that the landing page shows, until the real number is larger. */
  landing_subscribers: {
    schema: z
      .int('Must be a whole number')
      .min(1, 'Must be 1 or more')
      .max(999_999_999, 'Must be at most 999,999,999'),
    fallback: null,
    section: 'landing',
    label: 'Subscribers on the newsletter page',
  },
  landing_figures: {
    schema: localized(z.array(figure).max(4)),
    fallback: null,
    section: 'landing',
    label: 'Figures on the newsletter page',
  },
  /** `samples`: true if they are invented; the page then says so. */
  landing_testimonials: {
    schema: z.strictObject({
      samples: z.boolean(),
      texts: localized(z.array(testimonial).max(6)),
    }),
    fallback: null,
    section: 'landing',
    label: 'Testimonials on the newsletter page',
  },
  /** Present once the introduction for newcomers is dismissed. */
  welcome: {
    schema: z.literal('dismissed'),
    fallback: null,
  },
} satisfies Record<string, Setting>

export type SettingKey = keyof typeof SETTINGS
export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[]

export const SETTING_SCHEMAS = Object.fromEntries(
  Object.entries(SETTINGS).map(([key, { schema }]) => [key, schema]),
) as { [Key in SettingKey]: (typeof SETTINGS)[Key]['schema'] }

export type SettingValues = { [Key in SettingKey]: z.infer<(typeof SETTING_SCHEMAS)[Key]> }
export type Testimonial = z.infer<typeof testimonial>
export type Figure = z.infer<typeof figure>

/** A change of a setting: the value before, as its editor saw it, and the new one; null is the default. */
export interface SettingChange {
  key: SettingKey
  before: unknown
  after: unknown
}

/** The settings that the desk edits in its sections. */
export type EditedKey = {
  [Key in SettingKey]: (typeof SETTINGS)[Key] extends { label: string } ? Key : never
}[SettingKey]

export const EDITED_KEYS = SETTING_KEYS.filter((key): key is EditedKey => 'label' in SETTINGS[key])

const DEFAULTS = defaultsOf(SETTINGS)

/** The defaults that come from the environment of the process. */
export type EnvironmentSettings = Pick<Settings, 'contact_address'> &
  Partial<Pick<Settings, 'newsletter_zone'>>

/** The value of every setting, either stored or the default. */
export type Settings = {
  readonly [Key in SettingKey]: Key extends keyof typeof DEFAULTS
    ? (typeof DEFAULTS)[Key]
    : SettingValues[Key]
} & Sections & {
    /** The pages with a published text of their own, and where pages were before, by the old address. */
    readonly pages: readonly PublishedPage[]
    readonly pageRedirects: ReadonlyMap<string, string>
  }

/** Returns true if every page shows it; a change then evicts all cached pages. A page that shows another setting has its tag. */
export const isOnEveryPage = (key: string) =>
  key === 'categories' || key === 'pages' || (isSettingKey(key) && 'onEveryPage' in SETTINGS[key])

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
      ...DEFAULTS,
      ...sections,
      pages: [],
      pageRedirects: new Map(),
      subject: siteName === DEFAULT_SITE_WORDS.site_name ? 'ai' : 'any',
      site_name: siteName,
      default_author: `${siteName} Editorial`,
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
