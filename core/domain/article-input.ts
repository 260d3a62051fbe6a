import type { Article } from '#core/domain/article.ts'
import { MAX_CORRECTION_LENGTH } from '#core/domain/article-correction.ts'
import { ARTICLE_FIELD_NAMES, ARTICLE_FIELDS, type FieldsLike } from '#core/domain/article-fields.ts'
import { MAX_PREVIEW_DAYS } from '#core/domain/article-preview.ts'
import { DEFAULT_READING_TIME } from '#core/domain/article-reading-time.ts'
import { newDraftSlug, SLUG_MAX_LENGTH, SLUG_PATTERN } from '#core/domain/article-slug.ts'
import { z } from '#core/domain/schema.ts'
import { CATEGORY_SLUG_PATTERN } from '#core/domain/shipped-sections.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

/** The columns of an article that are written; the database sets the others. */
export type ArticleInput = Omit<Article, 'id' | 'created_at' | 'updated_at'>

export const MAX_CONTENT_BYTES = 1_048_576

const UNSTORABLE = 'Contains a character that cannot be stored'
const encoder = new TextEncoder()

/** PostgreSQL stores neither NUL nor half of a surrogate pair; everything else is stored exactly. */
export const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

type ShortField = FieldsLike<{ longest: number }>

const short = (field: ShortField) => {
  const { longest } = ARTICLE_FIELDS[field]
  return z
    .string()
    .trim()
    .refine(isStorable, UNSTORABLE)
    .refine((text) => [...text].length <= longest, `Must have at most ${longest} characters`)
}

const required = (field: Exclude<ShortField, OptionalField>) =>
  short(field).min(1, ARTICLE_FIELDS[field].required)

type OptionalField = Exclude<ShortField, FieldsLike<{ required: string }>>
const optional = (field: OptionalField) => short(field).nullable().default(null)
const OPTIONAL = Object.fromEntries(
  ARTICLE_FIELD_NAMES.flatMap((field) => {
    const properties = ARTICLE_FIELDS[field]
    return 'longest' in properties && !('required' in properties)
      ? [[field, optional(field as OptionalField)]]
      : []
  }),
) as Record<OptionalField, ReturnType<typeof optional>>

const slug = z
  .string()
  .min(1, { error: ARTICLE_FIELDS.slug.required, abort: true })
  .regex(SLUG_PATTERN, 'Use lowercase letters, digits and single hyphens')
  .max(SLUG_MAX_LENGTH, `Must have at most ${SLUG_MAX_LENGTH} characters`)

const content = z
  .string()
  .refine(isStorable, UNSTORABLE)
  .refine(
    (text) => text.length <= MAX_CONTENT_BYTES && encoder.encode(text).length <= MAX_CONTENT_BYTES,
    'Must have at most 1 MB',
  )

/** A year that every calendar here knows, in UTC too. */
const publishDate = z.iso.datetime({ offset: true }).refine((time) => {
  const year = new Date(time).getUTCFullYear()
  return !(year < 1 || year > 9999)
}, 'Must be in the years 1 to 9999')

/** The fields whose rules are the same for drafts. */
const SHARED = {
  language: z.enum(LANGUAGE_CODES as readonly [Language, ...Language[]]),
  ...OPTIONAL,
  category: z.string().regex(CATEGORY_SLUG_PATTERN, ARTICLE_FIELDS.category.required),
  publish_date: publishDate,
  featured: z.boolean().default(false),
  original_article_id: z.uuid().nullable().default(null),
}

/** The rules that an article must meet to be published. The database has the same. */
export const articleInput = z.object({
  slug,
  title: required('title'),
  excerpt: required('excerpt'),
  content: content.refine((text) => text.trim() !== '', ARTICLE_FIELDS.content.required),
  author: required('author'),
  reading_time: required('reading_time').default(DEFAULT_READING_TIME),
  published: z.boolean().default(true),
  ...SHARED,
}) satisfies z.ZodType<ArticleInput>

/** The rules for a draft, which may lack texts. Without a slug it gets one that no other draft has. */
export const draftInput = z.object({
  slug: z
    .string()
    .default('')
    .transform((text) => text || newDraftSlug())
    .pipe(slug),
  title: short('title').default(''),
  excerpt: short('excerpt').default(''),
  content: content.default(''),
  author: short('author').default(''),
  reading_time: short('reading_time').default(DEFAULT_READING_TIME),
  published: z.literal(false).default(false),
  ...SHARED,
}) satisfies z.ZodType<ArticleInput>

const MAX_REASON_LENGTH = 500

/** The reason why a text is removed for good, for the audit log. */
export const purgeInput = z.object({
  reason: z
    .string()
    .trim()
    .min(1, 'Please write why. The reason stays in the audit log.')
    .refine(isStorable, 'This text has a character that cannot be stored. Please type it without.')
    .refine((text) => [...text].length <= MAX_REASON_LENGTH, `Use at most ${MAX_REASON_LENGTH} characters.`),
})

/** The text of a correction, as readers will read it. In characters, as the database counts them. */
export const correctionInput = z.object({
  text: z
    .string()
    .trim()
    .min(1, 'Please write what was wrong.')
    .refine(isStorable, 'This text has a character that cannot be stored. Please type it without.')
    .refine(
      (text) => [...text].length <= MAX_CORRECTION_LENGTH,
      `Use at most ${MAX_CORRECTION_LENGTH} characters.`,
    ),
})

const RANGE = `Please choose 1 to ${MAX_PREVIEW_DAYS} days.`

/** The lifetime of a link to a draft. */
export const previewInput = z.object({
  days: z
    .string()
    .trim()
    .regex(/^\d{1,2}$/, RANGE)
    .transform(Number)
    .refine((days) => days >= 1 && days <= MAX_PREVIEW_DAYS, RANGE),
})
