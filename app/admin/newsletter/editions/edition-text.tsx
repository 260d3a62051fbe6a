import { t } from '#app/admin/messages.ts'
import { ConflictNotice } from '#app/admin/newsletter/draft/conflict-notice.tsx'
import { type EditionField, problemOf, type TextPlace } from '#app/admin/newsletter/draft/text-place.ts'
import { useDraftText } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { countCharacters } from '#app/admin/newsletter/editions/count-characters.ts'
import { Field } from '#app/components/ui/field.tsx'
import type { Language } from '#core/i18n/languages.ts'

interface EditionTextProps {
  language: Language
  field: Exclude<EditionField, 'content'>
  label: string
  hint: string
  most: number
  readOnly: boolean
  /** For texts of several lines; one line otherwise. */
  rows?: number
}

/** Nobody tries to write into what looks like a part of the page. */
export const READ_ONLY_STYLES = '!border-line !bg-wash'

/** A text of an edition, with the number of its characters. */
export function EditionText({ language, field, label, hint, most, readOnly, rows }: EditionTextProps) {
  const place: TextPlace = { kind: 'edition', language, field }
  const { text, type } = useDraftText(place)
  const value = text ?? ''
  const count = countCharacters(value)
  const isTooLong = count > most
  return (
    <div>
      <Field
        label={
          <span className="flex justify-between gap-4">
            {label}
            <span className={`font-normal tabular-nums ${isTooLong ? 'text-red' : 'text-faint'}`}>
              {t('newsletterIssue.counter', { count, most })}
            </span>
          </span>
        }
        hint={hint}
        error={problemOf(place, value)}
      >
        {({ className, ...control }) =>
          rows ? (
            <textarea
              {...control}
              className={`${className} ${readOnly ? READ_ONLY_STYLES : ''}`}
              lang={language}
              rows={rows}
              readOnly={readOnly}
              value={value}
              onChange={(event) => type(event.target.value)}
            />
          ) : (
            <input
              {...control}
              className={`${className} ${readOnly ? READ_ONLY_STYLES : ''}`}
              type="text"
              lang={language}
              autoComplete="off"
              readOnly={readOnly}
              value={value}
              onChange={(event) => type(onOneLine(event.target.value))}
            />
          )
        }
      </Field>
      <ConflictNotice place={place} />
    </div>
  )
}

/** The database refuses control characters in a line, which would end the header of a mail. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
