import { t } from '#app/admin/messages.ts'
import { keyOf, type TextPlace } from '#app/admin/newsletter/draft/text-place.ts'
import { useKeptIssue, useUnsavedTexts } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'

/** Below a text that somebody else has changed while it was written here: asks whose is to stay. */
export function ConflictNotice({ place }: { place: TextPlace }) {
  const { draft } = useKeptIssue()
  const key = keyOf(place)
  const unsaved = useUnsavedTexts().find((text) => keyOf(text.place) === key)
  if (!unsaved || unsaved.theirs === undefined) return null
  const isContent = place.kind === 'edition' && place.field === 'content'
  return (
    <Notice tone="warning" role="status" className="mt-3" title={t('newsletterIssue.conflict.title')}>
      {!isContent && (
        <p lang={place.language} className="whitespace-pre-line wrap-anywhere">
          {unsaved.theirs || t('newsletterIssue.conflict.emptied')}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={() => draft.takeTheirs(place)}>
          {t('newsletterIssue.conflict.takeTheirs')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => draft.keepMine(place)}>
          {t('newsletterIssue.conflict.keepMine')}
        </Button>
      </div>
    </Notice>
  )
}
