import type { Row } from '#core/data/database.types.ts'
import type { Narrowed } from '#core/data/narrowed-types.ts'
import type { Article } from '#core/domain/article.ts'
import { isStorable, MAX_CONTENT_BYTES } from '#core/domain/article-input.ts'
import { z } from '#core/domain/schema.ts'

const MAX_FIELDS = 40
const MAX_FIELD_BYTES = 20_000

/** A form as it is being typed: nothing in it has to be valid yet. */
export type FormValues = Record<string, string | number | boolean | null>

/** A form that an editor has not saved yet. */
export type WorkingCopy = Narrowed<
  Omit<Row<'working_copies'>, 'title'>,
  {
    form: FormValues
  }
>

const bytes = (text: string) => new TextEncoder().encode(text).length

/** The limits of a working copy. `private.is_article_form` in the database has the same. */
export const workingForm = z
  .record(z.string().regex(/^[a-z][a-z_]{0,39}$/), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .superRefine((form, context) => {
    const fields = Object.entries(form)
    if (fields.length > MAX_FIELDS) context.addIssue({ code: 'custom', message: 'Has too many fields' })
    for (const [name, value] of fields) {
      if (typeof value !== 'string') continue
      if (!isStorable(value)) {
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'Contains a character that cannot be stored',
        })
      } else if (bytes(value) > (name === 'content' ? MAX_CONTENT_BYTES : MAX_FIELD_BYTES)) {
        context.addIssue({ code: 'custom', path: [name], message: 'Is too long to be stored' })
      }
    }
  }) satisfies z.ZodType<FormValues>

/** A form that somebody had not saved before they lost the role, or the right to save that article. */
export interface OrphanedCopy {
  id: string
  owner: string
  /** The name of its editor; null when the account was deleted. */
  name: string | null
  article_id: string
  title: string
  /** The `updated_at` of the article that the form began with; null for a new article. */
  since: string | null
  updated_at: string
  /** Null when there is no such article: it was never saved, or is in the trash. */
  article: Pick<Article, 'id' | 'slug' | 'language' | 'title' | 'published'> | null
}

/** The facts about a draft in the list of drafts besides its row. */
export interface DraftFacts {
  article_id: string
  /** The person who made its last version; null for the program, and where no version is kept. */
  changed_by: string | null
  words: number | null
  /** The time of the last unsaved change by the administrator who asks; null when there is none. */
  unsaved_at: string | null
}

/** A text that was typed and never saved as a draft, so that nobody but its editor sees it. */
export interface OwnDraft {
  copy_id: string
  article_id: string
  title: string
  category: string | null
  reading_time: string | null
  words: number
  created_at: string
  updated_at: string
}
