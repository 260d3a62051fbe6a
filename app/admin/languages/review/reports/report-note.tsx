import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { REPORTS_KEY } from '#app/admin/languages/review/review-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { deleteTranslationReport, setReportStatus } from '#core/data/translation-review.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { TranslationReport } from '#core/domain/translation-review.ts'

interface ReportNoteProps {
  report: TranslationReport
  language: TranslatedLanguage
  /** Called when the report is closed or deleted, because its focused button disappears. */
  onRemoved: () => void
}

/** A report of a reader. */
export function ReportNote({ report, language, onRemoved }: ReportNoteProps) {
  const queries = useQueryClient()
  const [isDeleting, setIsDeleting] = useState(false)
  const finish = useDeskMutation({
    run: (client, id: string) => setReportStatus(client, id, 'done'),
    done() {
      onRemoved()
      return { title: t('review.report.isDone') }
    },
    invalidates: [REPORTS_KEY],
  })

  return (
    <div className="rounded-sm bg-wash p-3 text-sm">
      <p className="mb-1 text-faint">
        {t('review.report.title')} <LocalTime iso={report.created_at} precision="minute" />
      </p>
      <blockquote lang={language} dir="auto" className="border-edge border-l-2 pl-3 wrap-anywhere">
        {report.quote}
      </blockquote>
      {report.comment && (
        <p dir="auto" className="mt-2 whitespace-pre-wrap text-soft wrap-anywhere">
          {report.comment}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={finish.isPending}
          onClick={() => finish.isPending || void finish.attempt(report.id)}
        >
          {t('review.report.done')}
        </Button>
        <Button variant="ghost" size="sm" className="text-red" onClick={() => setIsDeleting(true)}>
          {t('review.report.delete')}
        </Button>
      </div>
      {isDeleting && (
        <ConfirmDialog
          title={t('review.report.deleteTitle')}
          action={t('review.report.delete')}
          onConfirm={async () => {
            await signedIn((client) => deleteTranslationReport(client, report.id))
            setIsDeleting(false)
            onRemoved()
            await queries.invalidateQueries({ queryKey: REPORTS_KEY })
          }}
          onClose={() => setIsDeleting(false)}
        >
          <p>{t('review.report.deleteText')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
