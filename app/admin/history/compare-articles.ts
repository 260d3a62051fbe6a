import type * as Diff from 'diff'
import { FORM_FIELDS } from '#app/admin/article/article-form.ts'
import { fieldLabel } from '#app/admin/article/fields/field-label.ts'
import { compareTexts, type Piece } from '#app/admin/compare/compare-texts.ts'
import type { RevisedArticle } from '#core/domain/article-revision.ts'

/** What a version says, in the order of the form, and what the fields are called. */
const FIELDS = new Map(
  FORM_FIELDS.filter((field) => field !== 'featured').map((field) => [field, fieldLabel(field)]),
)

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
