import * as z from 'zod'
import {
  type Article,
  CATEGORIES,
  DEFAULT_READING_TIME,
  SLUG_MAX_LENGTH,
  SLUG_PATTERN,
} from '#core/domain/article.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

/** The columns of an article that are written; the database sets the others. */
export type ArticleInput = Omit<Article, 'id' | 'created_at' | 'updated_at'>

/** Validates an article before it is inserted or updated. */
export const articleInput = z.object({
  slug: z
    .string()
    .regex(SLUG_PATTERN, 'Use lowercase letters, digits and single hyphens')
    .max(SLUG_MAX_LENGTH),
  language: z.enum(LANGUAGE_CODES as readonly [Language, ...Language[]]),
  title: z.string().trim().min(1, 'A title is required'),
  subtitle: z.string().trim().nullable().default(null),
  excerpt: z.string().trim().min(1, 'An excerpt is required'),
  content: z.string().refine((value) => value.trim() !== '', 'The content is required'),
  category: z.enum(CATEGORIES),
  author: z.string().trim().min(1),
  reading_time: z.string().trim().min(1).default(DEFAULT_READING_TIME),
  hero_image: z.string().nullable().default(null),
  publish_date: z.iso.datetime({ offset: true }),
  published: z.boolean().default(true),
  featured: z.boolean().default(false),
  original_article_id: z.uuid().nullable().default(null),
}) satisfies z.ZodType<ArticleInput>
