import { useState } from 'react'
import { BulkDialog } from '#app/admin/articles/bulk/bulk-dialog.tsx'
import { BulkReport } from '#app/admin/articles/bulk/bulk-report.tsx'
import { BULK_TEXTS } from '#app/admin/articles/bulk/bulk-texts.ts'
import type { BulkAction, BulkChange, BulkResult } from '#app/admin/articles/bulk/change-articles.ts'
import { useDeleteArticles } from '#app/admin/articles/use-delete-articles.tsx'
import { t } from '#app/admin/messages.ts'
import type { RowSelection } from '#app/admin/table/use-row-selection.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { DeskArticle } from '#core/data/desk-articles.ts'

interface BulkBarProps {
  actions: readonly BulkAction[]
  selection: Pick<RowSelection<DeskArticle>, 'selected' | 'clear'>
  /** The list, which gets focus when the bar has gone. */
  results: React.RefObject<HTMLElement | null>
}

/** What can be done with the selected rows; below them, and in sight while there are any. */
export function BulkBar({ actions, selection, results }: BulkBarProps) {
  const { selected, clear } = selection
  const [asked, setAsked] = useState<Omit<BulkChange, 'category'> | null>(null)
  const [report, setReport] = useState<{ action: BulkAction; results: BulkResult[] } | null>(null)
  const { toast } = useToast()
  const { sayDeleted } = useDeleteArticles(results)

  function conclude(action: BulkAction, outcome: BulkResult[]) {
    clear()
    if (outcome.some(({ status }) => status !== 'done')) return setReport({ action, results: outcome })
    const text = BULK_TEXTS[action].done(outcome.length)
    const ids = outcome.map(({ article }) => article.id)
    if (action === 'delete') sayDeleted(text, ids)
    else toast({ title: t('ui.success'), description: text })
  }

  return (
    <>
      <p role="status" className="sr-only">
        {selected.length > 0 ? t('articles.bulk.selected', { count: selected.length }) : ''}
      </p>
      {selected.length > 0 && (
        <fieldset
          aria-label={t('articles.bulk.group')}
          data-bottom-bar
          className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-ink border-t bg-paper py-3"
        >
          <div className="mr-4 flex items-center justify-between gap-4 max-sm:mr-0 max-sm:basis-full">
            {/* The status above is announced. */}
            <p aria-hidden className="font-medium text-sm tabular-nums">
              {t('articles.bulk.selected', { count: selected.length })}
            </p>
            <button
              type="button"
              className="min-h-9 text-sm underline underline-offset-4 hover:text-soft"
              onClick={() => {
                clear()
                results.current?.focus({ preventScroll: true })
              }}
            >
              {t('articles.bulk.clear')}
            </button>
          </div>
          {actions.map((action) => (
            <Button
              key={action}
              size="sm"
              variant={action === 'publish' ? 'primary' : 'secondary'}
              onClick={() => setAsked({ action, articles: selected })}
            >
              {BULK_TEXTS[action].action}
            </Button>
          ))}
        </fieldset>
      )}
      {asked && (
        <BulkDialog
          {...asked}
          results={results}
          onDone={(outcome) => conclude(asked.action, outcome)}
          onClose={() => setAsked(null)}
        />
      )}
      {report && <BulkReport {...report} focusAfter={results} onClose={() => setReport(null)} />}
    </>
  )
}
