import { useArticleCheckResult } from '#app/admin/article/article-check-provider.tsx'
import { FindingList } from '#app/admin/check/finding-list.tsx'
import type { Finding } from '#app/admin/check/use-article-check.ts'
import { t } from '#app/admin/messages.ts'
import { formatHere } from '#app/admin/schedule/format-time.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'

interface PublishDialogProps {
  /** The label of the button that publishes. */
  action: string
  onGoTo: (finding: Finding) => void
  onPublish: () => void
  onClose: () => void
}

/** Shows the findings before an article is published, to be fixed or overridden with a reason. */
export function PublishDialog({ action, onGoTo, onPublish, onClose }: PublishDialogProps) {
  const { check } = useArticleCheckResult()
  const isOpen = check.findings.some((finding) => finding.reason === null)
  return (
    <ModalDialog title={t('article.publish.title')} onClose={onClose} width="list">
      <p role="status" className="mb-4 text-sm text-soft">
        {check.isChecking ? t('article.publish.checking') : isOpen && t('article.publish.open')}
      </p>
      <FindingList check={check} onGoTo={onGoTo} />
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('article.keepEditing')}
        </Button>
        <Button onClick={onPublish}>{isOpen ? t('article.publish.anyway', { action }) : action}</Button>
      </div>
    </ModalDialog>
  )
}

interface UnpublishDialogProps {
  isDirty: boolean
  /** When it is published again; null when that is not scheduled. */
  until: Date | null
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation before an article is unpublished, also when another date takes it away until then. */
export function UnpublishDialog({ isDirty, until, onConfirm, onClose }: UnpublishDialogProps) {
  return (
    <ModalDialog title={t('article.unpublish.title')} onClose={onClose}>
      <div className="space-y-3 text-sm text-soft">
        <p>
          {until ? t('article.unpublish.until', { when: formatHere(until) }) : t('article.unpublish.text')}
        </p>
        {isDirty && <p>{t('article.unpublish.changes')}</p>}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button variant="destructive" onClick={onConfirm}>
          {until ? t('schedule.action') : t('article.action.unpublish')}
        </Button>
      </div>
    </ModalDialog>
  )
}
