import { t } from '#app/admin/messages.ts'
import { keyOf } from '#app/admin/newsletter/draft/text-place.ts'
import { useKeptIssue, useUnsavedTexts } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'

/** Texts that were typed for an item or an edition that is gone: they are shown, so that nothing is lost. */
export function LostTexts() {
  const { draft } = useKeptIssue()
  const lost = useUnsavedTexts().filter(({ isLost }) => isLost)
  return (
    <div role="status">
      {lost.map(({ place, typed }) => (
        <Notice key={keyOf(place)} tone="warning" className="mb-6" title={t('newsletterIssue.lost.title')}>
          <p lang={place.language} className="whitespace-pre-line wrap-anywhere">
            {typed}
          </p>
          <Button variant="secondary" size="sm" onClick={() => draft.takeTheirs(place)}>
            {t('newsletterIssue.lost.discard')}
          </Button>
        </Notice>
      ))}
    </div>
  )
}
