import * as z from 'zod'
import type { Language } from '#core/i18n/languages.ts'
import type { OwnArticle } from '#server/features/import/publication/own-article.ts'
import {
  describeIssue,
  language,
  line,
  moment,
  slug,
  text,
  zone,
} from '#server/features/import/publication/schemas.ts'

/** As many as an article can have. */
const MAX_CORRECTIONS = 100
const MAX_SOURCES = 200
/** Two hundred of other sites, and the slugs that it had. */
const MAX_ALIASES = 1_000

const timed = z.object({ at: moment, zone })

const fields = z.object({
  title: text(500),
  subtitle: text(1000).optional(),
  description: text(5000).default(''),
  slug,
  lang: language,
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
      model: text(200).optional(),
      date: moment,
      reviewed: moment.optional(),
      corrected: moment.optional(),
      outdated: moment.optional(),
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
        translatedtext: text(2000).optional(),
      }),
    )
    .max(MAX_CORRECTIONS)
    .default([]),
})

interface ParsedArticle {
  language: Language
  slug: string
  /** `LANGUAGE/SLUG` of the original, or of itself. */
  story: string
  /** What other addresses lead to it: those that it had on other sites. */
  oldAddresses: string[]
  own: OwnArticle
}

/** An article of the fields of a document; a sentence where they are wrong. */
export function parseOwnArticle(written: unknown, content: string): ParsedArticle | { problem: string } {
  const parsed = fields.safeParse(written)
  if (!parsed.success) return { problem: describeIssue(parsed.error) }
  const { data } = parsed
  return {
    language: data.lang,
    slug: data.slug,
    story: data.translationkey ?? `${data.lang}/${data.slug}`,
    oldAddresses: data.aliases.filter((alias) => slugOf(alias, data.lang).length === 0),
    own: {
      title: data.title,
      subtitle: data.subtitle ?? null,
      excerpt: data.description,
      content,
      category: data.categories[0] ?? '',
      author: data.authors.join(', ').slice(0, 200),
      readingTime: data.readingtime ?? '',
      heroImage: data.image?.src ?? null,
      socialTitle: data.social?.title ?? null,
      socialDescription: data.social?.description ?? null,
      socialImage: data.social?.image ?? null,
      published: !data.draft,
      featured: data.featured && !data.draft,
      publishDate: data.date,
      createdAt: data.created ?? data.date,
      updatedAt: data.lastmod ?? data.date,
      slugs: data.aliases.flatMap((alias) => slugOf(alias, data.lang)),
      corrections: data.corrections.map(({ date, text: note, translates, translatedtext = '' }) => ({
        date,
        text: note,
        translates: translates === undefined ? null : { date: translates, text: translatedtext },
      })),
      schedule: data.draft ? (data.publish ?? null) : null,
      unpublishing: data.unpublish ?? null,
      translation: data.translation
        ? {
            ...data.translation,
            model: data.translation.model ?? null,
            reviewed: data.translation.reviewed ?? null,
            corrected: data.translation.corrected ?? null,
            outdated: data.translation.outdated ?? null,
          }
        : null,
      sources: data.lang === 'en' ? data.sources : [],
      drafted: data.drafted ?? null,
    },
  }
}

/** The slug of an address of an article; nothing for any other address, which belongs to another program. */
function slugOf(address: string, lang: Language): string[] {
  const [, found = '', code = 'en'] = /^\/article\/([a-z0-9-]+)(?:\?lang=([a-z]{2}))?$/.exec(address) ?? []
  return code === lang && slug.safeParse(found).success ? [found] : []
}
