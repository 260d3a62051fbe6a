import { t } from '#app/admin/kit/messages.ts'
import { ConflictNotice } from '#app/admin/newsletter/draft/draft-notices.tsx'
import {
  countCharacters,
  type EditionField,
  problemOf,
  type TextPlace,
} from '#app/admin/newsletter/draft/issue-draft.ts'
import { useDraftText } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { Field } from '#app/components/ui/field.tsx'
import {
  INTRODUCTION_MAX_LENGTH,
  PREHEADER_MAX_LENGTH,
  SUBJECT_MAX_LENGTH,
} from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The fields for what an edition says besides its items. */
export function EditionFields({ language, readOnly }: { language: Language; readOnly: boolean }) {
  const shared = { language, readOnly }
  return (
    <div className="grid gap-x-6 gap-y-5 *:min-w-0 lg:grid-cols-2 lg:*:last:col-span-2">
      <EditionText
        {...shared}
        field="subject"
        label={t('newsletterIssue.subject')}
        hint={t('newsletterIssue.subject.hint')}
        most={SUBJECT_MAX_LENGTH}
      />
      <EditionText
        {...shared}
        field="preheader"
        label={t('newsletterIssue.preheader')}
        hint={t('newsletterIssue.preheader.hint')}
        most={PREHEADER_MAX_LENGTH}
      />
      <EditionText
        {...shared}
        field="introduction"
        label={t('newsletterIssue.introduction')}
        hint={t('newsletterIssue.introduction.hint')}
        most={INTRODUCTION_MAX_LENGTH}
        rows={2}
      />
    </div>
  )
}

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

/** The field to which findings of the checklist lead. */
export const editionFieldId = (language: Language, field: EditionTextProps['field']) => `${field}-${language}`

/** A read-only field looks like a part of the page. */
const READ_ONLY_STYLES = '!border-line !bg-wash'

/** A text of an edition, with the number of its characters. */
function EditionText({ language, field, label, hint, most, readOnly, rows }: EditionTextProps) {
  const place: TextPlace = { kind: 'edition', language, field }
  const { text, type } = useDraftText(place)
  const value = text ?? ''
  const count = countCharacters(value)
  const isTooLong = count > most
  return (
    <div>
      <Field
        id={editionFieldId(language, field)}
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

interface SummaryFieldProps {
  itemId: string
  language: Language
  /** The title of the article. */
  title: string
  readOnly: boolean
}

/** One line on large screens, so that an issue can be seen as a whole, until the text is edited. */
const SUMMARY_STYLES =
  'field-sizing-content text-sm lg:not-focus:h-8 lg:not-focus:min-h-8 lg:not-focus:resize-none lg:not-focus:overflow-hidden lg:not-focus:py-1 lg:not-focus:whitespace-nowrap'

/** The field for what the issue says about an article. */
export function SummaryField({ itemId, language, title, readOnly }: SummaryFieldProps) {
  const place: TextPlace = { kind: 'summary', language, itemId }
  const { text, type } = useDraftText(place)
  if (text === undefined || text === null)
    return <p className="text-faint text-sm">{t('newsletterIssue.item.noSummary')}</p>
  return (
    <>
      <Field label={t('newsletterIssue.item.summary', { title })} labelHidden error={problemOf(place, text)}>
        {({ className, ...control }) => (
          <textarea
            {...control}
            lang={language}
            rows={1}
            readOnly={readOnly}
            value={text}
            onChange={(event) => type(event.target.value)}
            className={`${className} ${SUMMARY_STYLES} ${readOnly ? READ_ONLY_STYLES : ''}`}
          />
        )}
      </Field>
      <ConflictNotice place={place} />
    </>
  )
}
