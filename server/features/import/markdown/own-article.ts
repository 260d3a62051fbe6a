import * as z from 'zod'
import { eachOptionalText } from '#core/domain/article.ts'
import { ARTICLE_FIELDS } from '#core/domain/article-fields.ts'
import { isLanguage, type Language } from '#core/i18n/languages.ts'
import type { OwnFacts } from '#server/features/import/imported.ts'
import { isCalendarDay } from '#server/platform/documents/dates/read-date.ts'
import type { JsonObject } from '#server/platform/documents/json/record-reader.ts'

/** The most that an article can have. */
const MAX_CORRECTIONS = 100
const MAX_SOURCES = 200
/** Two hundred of other sites, and the slugs that it had. */
const MAX_ALIASES = 1_000

/** A moment as an export writes it: ISO 8601 in UTC with up to six decimals, or another time that JavaScript knows. */
export const moment = z
  .string()
  .max(40)
  .regex(/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?)?(Z|[+-]\d{2}:\d{2})?$/, 'is no moment')
  .refine((written) => !Number.isNaN(Date.parse(written)) && isStorableMoment(written), 'is no moment')
  .transform((written) =>
    /(Z|[+-]\d{2}:\d{2})$/.test(written) ? written : `${written}${written.length > 10 ? 'Z' : 'T00:00Z'}`,
  )

/** PostgreSQL knows no year 0, no 31 February, and no zone as far from UTC as JavaScript does. */
function isStorableMoment(written: string): boolean {
  const [, hours = '0'] = /:\d{2}(?:\.\d+)?[+-](\d{2}):\d{2}$/.exec(written) ?? []
  return !written.startsWith('0000') && isCalendarDay(written) && Number(hours) < 16
}

/** A time zone that this program knows; any other is UTC. */
const zone = z
  .string()
  .max(60)
  .transform((name) => {
    try {
      return /^[A-Z]/i.test(name)
        ? new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions() && name
        : 'UTC'
    } catch {
      return 'UTC'
    }
  })

const slug = z
  .string()
  .max(200)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)

/** A text that PostgreSQL can store. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\u0000') && value.isWellFormed(), 'has what no text has')

/** A text of one line that is not blank. */
const line = (max: number) => text(max).regex(/^(?!\s*$)[^\p{Cc}\p{Zl}\p{Zp}]+$/u, 'is no line')

/** Says what is wrong with a value, in one line. */
export function describeIssue(error: z.ZodError): string {
  const [issue] = error.issues
  return issue ? `${issue.path.join('.') || 'it'}: ${issue.message}`.slice(0, 200) : 'unreadable'
}

const timed = z.object({ at: moment, zone })

const fields = z.object({
  title: text(500),
  ...eachOptionalText((field) => text(ARTICLE_FIELDS[field].longest).optional()),
  description: text(5000).default(''),
  slug,
  lang: z.custom<Language>((value) => isLanguage(value), 'is no language of this product'),
  translationkey: text(300).optional(),
  date: moment,
  lastmod: moment.optional(),
  created: moment.optional(),
  draft: z.boolean().default(false),
  featured: z.boolean().default(false),
  authors: z.array(text(200)).min(1).max(20),
  categories: z.array(text(40)).min(1).max(1),
  readingtime: text(100).optional(),
  image: z.object({ src: text(2000) }).optional(),
  social: z
    .object({ title: text(300).optional(), description: text(1000).optional(), image: text(2000).optional() })
    .optional(),
  aliases: z.array(text(500)).max(MAX_ALIASES).default([]),
  publish: timed.extend({ featured: z.boolean().default(false) }).optional(),
  unpublish: timed.optional(),
  translation: z
    .object({
      origin: z.enum(['machine', 'person']),
      model: text(200).nullable().default(null),
      date: moment,
      reviewed: moment.nullable().default(null),
      corrected: moment.nullable().default(null),
      outdated: moment.nullable().default(null),
    })
    .optional(),
  sources: z
    .array(
      z.object({
        number: z.int().min(1).max(MAX_SOURCES),
        outlet: line(100),
        title: text(500),
        url: text(2000)
          .regex(/^https?:\/\//)
          .optional(),
        language: z
          .string()
          .regex(/^[a-z]{2,3}$/)
          .optional(),
        date: moment,
      }),
    )
    .max(MAX_SOURCES)
    .default([]),
  drafted: z.object({ model: text(200), date: moment }).optional(),
  corrections: z
    .array(
      z.object({
        date: moment,
        text: text(4000),
        translates: moment.optional(),
        translatedtext: text(2000).default(''),
      }),
    )
    .max(MAX_CORRECTIONS)
    .default([]),
})

interface ParsedArticle {
  language: Language
  slug: string
  /** `LANGUAGE/SLUG` of the original; null for an original. */
  original: string | null
  /** The other addresses that lead to it: those that it had on other sites. */
  oldAddresses: string[]
  own: OwnFacts
}

/** Reads the facts of an article that only an export of ours has, from the fields of a document; a sentence where they are wrong. */
export function parseOwnArticle(written: JsonObject): ParsedArticle | { problem: string } {
  const parsed = fields.safeParse(plain(written))
  if (!parsed.success) return { problem: describeIssue(parsed.error) }
  const { data } = parsed
  const { lang, translationkey: story = `${lang}/${data.slug}` } = data
  const slugs = data.aliases.map((alias) => slugOf(alias, lang))
  return {
    language: lang,
    slug: data.slug,
    original: lang === 'en' || story === `${lang}/${data.slug}` ? null : story,
    oldAddresses: data.aliases.filter((_, index) => slugs[index] === null),
    own: {
      row: {
        title: data.title,
        ...eachOptionalText((field) => data[field] ?? null),
        excerpt: data.description,
        author: data.authors.join(', ').slice(0, 200),
        reading_time: data.readingtime ?? '',
        hero_image: data.image?.src ?? null,
        social_title: data.social?.title ?? null,
        social_description: data.social?.description ?? null,
        social_image: data.social?.image ?? null,
        featured: data.featured && !data.draft,
        publish_date: data.date,
        created_at: data.created ?? data.date,
        updated_at: data.lastmod ?? data.date,
      },
      slugs: slugs.filter((found) => found !== null),
      corrections: data.corrections,
      schedule: data.draft ? (data.publish ?? null) : null,
      unpublishing: data.unpublish ?? null,
      translation: data.translation ?? null,
      sources: lang === 'en' ? data.sources : [],
      drafted: data.drafted ?? null,
    },
  }
}

/** The slug of an address of an article; null for any other address, which belongs to another program. */
function slugOf(address: string, lang: Language): string | null {
  const [, found = '', code = 'en'] = /^\/article\/([a-z0-9-]+)(?:\?lang=([a-z]{2}))?$/.exec(address) ?? []
  return code === lang && slug.safeParse(found).success ? found : null
}

/** Maps as objects, whose keys are then checked by a schema. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  return value instanceof Map ? Object.fromEntries([...value].map(([key, one]) => [key, plain(one)])) : value
}
