import type * as Diff from 'diff'
import { compareTexts, type Piece } from '#app/admin/compare/compare-texts.ts'
import { t } from '#app/admin/messages.ts'
import type { RevisedArticle } from '#core/domain/article-revision.ts'

/** What a version says, in the order of the form, and what the fields are called. */
const FIELDS = new Map([
  ['title', t('article.field.title')],
  ['subtitle', t('article.field.subtitle')],
  ['slug', t('article.field.slug')],
  ['excerpt', t('article.field.excerpt')],
  ['content', t('article.field.content')],
  ['category', t('article.field.category')],
  ['author', t('article.field.author')],
  ['reading_time', t('article.field.readingTime')],
  ['hero_image', t('article.field.heroImage')],
  ['publish_date', t('article.field.publishDate')],
] as const satisfies [keyof RevisedArticle, string][])

export interface ComparedField {
  name: string
  /** Null when the texts are too long and too different. */
  pieces: Piece[] | null
}

export interface ComparedArticles {
  changed: ComparedField[]
  /** The names of the fields that are the same. */
  same: string[]
}

/** The fields in which two versions of an article differ. */
export function compareArticles(
  diff: typeof Diff,
  before: RevisedArticle,
  after: RevisedArticle,
): ComparedArticles {
  const differing = [...FIELDS].filter(([field]) => (before[field] ?? '') !== (after[field] ?? ''))
  return {
    changed: differing.map(([field, name]) => ({
      name,
      pieces: compareTexts(diff, before[field] ?? '', after[field] ?? ''),
    })),
    same: [...FIELDS]
      .filter((entry) => !differing.some(([field]) => field === entry[0]))
      .map(([, name]) => name),
  }
}

/** The name of a field in a sentence. */
export function nameOfField(field: string): string {
  return (new Map<string, string>(FIELDS).get(field) ?? field).toLowerCase()
}
