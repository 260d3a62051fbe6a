import { t } from '#app/admin/messages.ts'
import { useKeptIssue, useUnsavedTexts } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'

/** Says that what had not reached the server before is here again. */
export function RestoredNotice({ count }: { count: number }) {
  const { draft } = useKeptIssue()
  const unsaved = useUnsavedTexts()
  return (
    <div role="status">
      {count > 0 && unsaved.length > 0 && (
        <Notice tone="warning" className="mb-6" title={t('newsletterIssue.restored.title')}>
          <p>{t('newsletterIssue.restored.text', { count })}</p>
          <Button variant="secondary" size="sm" onClick={() => draft.discardAll()}>
            {t('newsletterIssue.restored.discard')}
          </Button>
        </Notice>
      )}
    </div>
  )
}
