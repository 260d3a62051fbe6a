import { t } from '#app/admin/messages.ts'
import { ConflictNotice } from '#app/admin/newsletter/draft/conflict-notice.tsx'
import { problemOf, type TextPlace } from '#app/admin/newsletter/draft/text-place.ts'
import { useDraftText } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { READ_ONLY_STYLES } from '#app/admin/newsletter/editions/edition-text.tsx'
import { Field } from '#app/components/ui/field.tsx'
import type { Language } from '#core/i18n/languages.ts'

interface SummaryFieldProps {
  itemId: string
  language: Language
  /** The title of the article. */
  title: string
  readOnly: boolean
}

/** What the issue says about an article. */
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
            rows={2}
            readOnly={readOnly}
            value={text}
            onChange={(event) => type(event.target.value)}
            className={`${className} field-sizing-content text-sm ${readOnly ? READ_ONLY_STYLES : ''}`}
          />
        )}
      </Field>
      <ConflictNotice place={place} />
    </>
  )
}
