import type { Row } from '#core/data/database.types.ts'
import type { Narrowed } from '#core/data/narrowed-types.ts'
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
