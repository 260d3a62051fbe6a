import { t } from '#app/admin/messages.ts'
import type { ReviewRow } from '#app/admin/review/draft/row-draft.ts'
import { Button } from '#app/components/ui/button.tsx'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'

interface RememberedProps {
  row: ReviewRow
  language: TranslatedLanguage
  onReplace: (text: string) => void
}

/** How the same source was translated elsewhere. */
export function Remembered({ row, language, onReplace }: RememberedProps) {
  const wordings = row.segment.remembered.filter(({ text }) => text !== row.text)
  if (wordings.length === 0) return null
  return (
    <div className="text-sm">
      <p className="mb-1 text-faint">{t('review.memory.title')}</p>
      <ul className="space-y-2">
        {wordings.map(({ text, origin }) => (
          <li key={text} className="flex items-start justify-between gap-3">
            <p className="min-w-0">
              <span lang={language} className="text-soft wrap-anywhere">
                {text}
              </span>{' '}
              <span className="whitespace-nowrap text-faint text-xs">
                {t(origin === 'person' ? 'review.origin.person' : 'review.origin.machine')}
              </span>
            </p>
            <Button
              variant="secondary"
              size="sm"
              aria-label={t('review.memory.useLabel', { text })}
              onClick={() => onReplace(text)}
            >
              {t('review.memory.use')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
