import * as z from 'zod'
import { DEFAULT_READING_TIME } from '#core/domain/article.ts'
import { UNNAMED } from '#core/domain/site-words.ts'
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '#core/domain/subscriber.ts'

/** Control characters, line ends, and what turns the direction of the text that follows. */
const NEVER_IN_A_LINE = /[\p{Cc}\u2028-\u202E\u2066-\u2069]/u
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Text that stands in the middle of any other text. Characters are counted as the database counts them. */
const line = (longest: number) =>
  z
    .string()
    .trim()
    .refine((text) => VISIBLE.test(text), 'Must not be empty')
    .refine((text) => [...text].length <= longest, `Must have at most ${longest} characters`)
    .refine((text) => !NEVER_IN_A_LINE.test(text) && text.isWellFormed(), 'Must be one line of plain text')

/** Something for each language that has its own; all others get the English one. */
const localized = <Schema extends z.ZodType>(text: Schema) => {
  const own = text.optional()
  return z.strictObject({ en: text, es: own, fr: own, de: own, it: own, pt: own })
}

const testimonial = z.strictObject({ quote: line(400), author: line(80), role: line(80) })
const figure = z.strictObject({ value: line(20), label: line(60) })

/** What each setting may be. `private.is_setting` in the database holds everybody else to the same. */
const SCHEMAS = {
  site_name: line(60),
  tagline: localized(line(100)),
  default_author: line(80),
  default_reading_time: line(40),
  /** Whether models may learn from the articles. */
  ai_crawlers: z.enum(['welcome', 'refused']),
  newsletter_time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 09:00'),
  newsletter_zone: line(64).refine(isTimeZone, 'Must be a time zone such as Europe/Zurich'),
  contact_address: z.string().trim().max(EMAIL_MAX_LENGTH).regex(EMAIL_PATTERN, 'Must be an e-mail address'),
  /** Who answers for what is published, before readers and the law. */
  editorial_responsibility: z.strictObject({ kind: z.enum(['person', 'organization']), name: line(200) }),
  /** What the check before publishing finds in texts of a language; English words are only looked for in English. */
  banned_words: localized(z.array(line(60)).max(200)),
  /** How many subscribers the landing page says there are; the real number once that is larger. */
  landing_subscribers: z.int().min(1).max(999_999_999),
  landing_figures: localized(z.array(figure).max(4)),
  /** Samples are invented, and marked as such. */
  landing_testimonials: z.strictObject({
    samples: z.boolean(),
    texts: localized(z.array(testimonial).max(6)),
  }),
} satisfies Record<string, z.ZodType>

export type SettingKey = keyof typeof SCHEMAS
export type SettingValues = { [Key in SettingKey]: z.infer<(typeof SCHEMAS)[Key]> }
export type Testimonial = z.infer<typeof testimonial>
export type Figure = z.infer<typeof figure>
export type EditorialResponsibility = SettingValues['editorial_responsibility']

export const SETTING_KEYS = Object.keys(SCHEMAS) as SettingKey[]

/** Settings that have no value until somebody sets one. */
type Optional = 'tagline' | 'editorial_responsibility' | `landing_${string}`

/** Every setting as it is in force. */
export type Settings = {
  readonly [Key in SettingKey]: Key extends Optional ? SettingValues[Key] | null : SettingValues[Key]
}

/** Every page shows these, so a change drops all pages; a page that shows another one has its tag. */
const ON_EVERY_PAGE: ReadonlySet<string> = new Set<SettingKey>([
  'site_name',
  'tagline',
  'editorial_responsibility',
])

export const isOnEveryPage = (key: string) => ON_EVERY_PAGE.has(key)

/**
 * The settings in force: what was set, where it fits, and the defaults, of which the environment says one. Also the keys
 * of rows that do not fit: another version of this program, or somebody with their own tools, wrote them.
 */
export function settingsOf(
  rows: readonly { key: string; value: unknown }[],
  environment: Pick<Settings, 'contact_address'>,
): { settings: Settings; unfit: string[] } {
  const fits = ({ key, value }: { key: string; value: unknown }) =>
    isSettingKey(key) && SCHEMAS[key].safeParse(value).success
  const [set, unfit] = [rows.filter(fits), rows.filter((row) => !fits(row))]
  const values: Partial<SettingValues> = Object.fromEntries(set.map(({ key, value }) => [key, value]))
  const siteName = values.site_name ?? UNNAMED.site_name
  return {
    settings: {
      site_name: siteName,
      tagline: null,
      default_author: `${siteName} Editorial`,
      default_reading_time: DEFAULT_READING_TIME,
      ai_crawlers: 'welcome',
      newsletter_time: '09:00',
      newsletter_zone: 'Europe/Zurich',
      editorial_responsibility: null,
      banned_words: { en: [] },
      landing_subscribers: null,
      landing_figures: null,
      landing_testimonials: null,
      ...environment,
      ...values,
    },
    unfit: unfit.map(({ key }) => key),
  }
}

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SCHEMAS, key)
}

/** @throws ZodError when the setting may not have this value */
export function parseSetting<Key extends SettingKey>(key: Key, value: unknown): SettingValues[Key] {
  return SCHEMAS[key].parse(value) as SettingValues[Key]
}

/** A name of the time zone database, and no offset. */
function isTimeZone(name: string): boolean {
  try {
    return /^[A-Z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}
