import { useArticleCheckResult } from '#app/admin/article/check-scope.tsx'
import { FindingItem } from '#app/admin/article/publishing/finding-item.tsx'
import type { Finding } from '#app/admin/check/use-article-check.ts'
import { t } from '#app/admin/messages.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'

interface PublishDialogProps {
  /** The label of the button that publishes. */
  action: string
  onShow: (finding: Finding) => void
  onPublish: () => void
  onClose: () => void
}

/** Before an article is published: what the check has found, to be put right or to be let stand with a reason. */
export function PublishDialog({ action, onShow, onPublish, onClose }: PublishDialogProps) {
  const { settled, check } = useArticleCheckResult()
  const open = check.findings.filter((finding) => finding.reason === null)
  const settledFindings = check.findings.filter((finding) => finding.reason !== null)
  return (
    <ModalDialog title={t('article.publish.title')} onClose={onClose} wide>
      <p role="status" className="text-sm text-soft">
        {check.isChecking
          ? t('article.publish.checking')
          : open.length > 0
            ? t('article.publish.open', { count: open.length })
            : t('article.publish.none')}
      </p>
      <ul className="mt-4 divide-y divide-line border-line border-y">
        {[...open, ...settledFindings].map((finding) => (
          <FindingItem
            key={finding.id}
            finding={finding}
            values={settled}
            check={check}
            onShow={() => onShow(finding)}
          />
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('article.publish.back')}
        </Button>
        <Button onClick={onPublish}>
          {open.length > 0 ? t('article.publish.anyway', { action }) : action}
        </Button>
      </div>
    </ModalDialog>
  )
}
