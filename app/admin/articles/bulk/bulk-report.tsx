import { Link } from 'react-router'
import { editArticlePath } from '#app/admin/article/article-paths.ts'
import { nameOf } from '#app/admin/articles/article-title.tsx'
import { describeResult } from '#app/admin/articles/bulk/bulk-texts.ts'
import type { BulkAction, BulkResult } from '#app/admin/articles/bulk/change-articles.ts'
import { t } from '#app/admin/messages.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'

interface BulkReportProps {
  action: BulkAction
  results: BulkResult[]
  focusAfter: React.RefObject<HTMLElement | null>
  onClose: () => void
}

/** What became of each of several articles, when not all of them could be changed; those that need something come first. */
export function BulkReport({ action, results, focusAfter, onClose }: BulkReportProps) {
  const open = results.filter(({ status }) => status !== 'done')
  const done = results.filter(({ status }) => status === 'done')
  return (
    <ModalDialog
      title={t('articles.bulk.report.title', { done: done.length, count: results.length })}
      onClose={onClose}
      focusAfter={focusAfter}
    >
      <ul className="divide-y divide-line border-line border-y">
        {[...open, ...done].map((result) => (
          <li key={result.article.id} className="flex items-start justify-between gap-4 py-3 text-sm">
            <div className="min-w-0">
              <p className="line-clamp-2 break-words font-medium">{nameOf(result.article)}</p>
              <p className={`mt-0.5 ${result.status === 'done' ? 'text-faint' : 'text-orange'}`}>
                {describeResult(action, result)}
              </p>
            </div>
            {result.status === 'incomplete' && (
              <Link
                to={editArticlePath(result.article)}
                aria-label={t('articles.action.edit', { title: nameOf(result.article) })}
                className="shrink-0 py-0.5 underline underline-offset-4 hover:text-soft"
              >
                {t('articles.bulk.report.edit')}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>{t('articles.bulk.report.close')}</Button>
      </div>
    </ModalDialog>
  )
}
