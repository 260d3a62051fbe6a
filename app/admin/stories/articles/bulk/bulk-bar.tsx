import { useState } from 'react'
import { Link } from 'react-router'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath } from '#app/admin/kit/paths.ts'
import { ARTICLES_KEY } from '#app/admin/kit/query/desk-query.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import type { RowSelection } from '#app/admin/kit/table/use-row-selection.ts'
import { nameOf } from '#app/admin/kit/ui/format.ts'
import { ConfirmDialog, ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { useCategoryOptions, useSections } from '#app/admin/settings/sections/use-sections.ts'
import {
  BULK_TEXTS,
  type BulkAction,
  type BulkChange,
  type BulkResult,
  changeArticles,
  describeResult,
  publishSeen,
} from '#app/admin/stories/articles/bulk/change-articles.ts'
import { useDeleteArticles } from '#app/admin/stories/articles/delete-article-dialog.tsx'
import { ChangedText } from '#app/admin/stories/history/changed-version.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { DeskArticle } from '#core/data/desk-articles.ts'
import { TRASH_DAYS } from '#core/domain/article-trash.ts'
import { presentSection } from '#core/domain/category.ts'

interface BulkDialogProps extends Omit<BulkChange, 'category'> {
  results: React.RefObject<HTMLElement | null>
  onDone: (outcome: BulkResult[]) => void
  onClose: () => void
}

interface BulkReportProps {
  action: BulkAction
  results: BulkResult[]
  focusAfter?: React.RefObject<HTMLElement | null>
  onClose: () => void
}

interface BulkBarProps {
  actions: readonly BulkAction[]
  selection: Pick<RowSelection<DeskArticle>, 'selected' | 'clear'>
  /** The list, which gets focus when the bar disappears. */
  results: React.RefObject<HTMLElement | null>
}

/** The actions for the selected rows, in a bar that sticks to the lower edge. */
export function BulkBar({ actions, selection, results }: BulkBarProps) {
  const { selected, clear } = selection
  const [asked, setAsked] = useState<Omit<BulkChange, 'category'> | null>(null)
  const [report, setReport] = useState<{ action: BulkAction; results: BulkResult[] } | null>(null)
  const { toast } = useToast()
  const { toastDeleted } = useDeleteArticles(results)

  function conclude(action: BulkAction, outcome: BulkResult[]) {
    clear()
    if (outcome.some(({ status }) => status !== 'done')) return setReport({ action, results: outcome })
    const text = BULK_TEXTS[action].done(outcome.length)
    if (action === 'delete')
      toastDeleted(
        text,
        outcome.map(({ article }) => article),
      )
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

/** The result of each article when not all could be changed; failures come first. */
export function BulkReport({ action, results: before, focusAfter, onClose }: BulkReportProps) {
  const [results, setResults] = useState(before)
  const open = results.filter(({ status }) => status !== 'done')
  const done = results.filter(({ status }) => status === 'done')
  const settle = ([now]: BulkResult[]) =>
    setResults(results.map((one) => (now?.article.id === one.article.id ? now : one)))

  return (
    <ModalDialog
      title={t('articles.bulk.report.title', { done: done.length, count: results.length })}
      onClose={onClose}
      focusAfter={focusAfter}
      width={open.some(({ status }) => status === 'changed') ? 'list' : 'question'}
    >
      <ul className="divide-y divide-line border-line border-y">
        {[...open, ...done].map((result) => (
          <li key={result.article.id} className="flex items-start justify-between gap-4 py-3 text-sm">
            <div className="min-w-0">
              <p className="line-clamp-2 break-words font-medium">{nameOf(result.article)}</p>
              {result.status === 'changed' ? (
                <ChangedText
                  articleId={result.article.id}
                  changed={result.changed}
                  action={BULK_TEXTS[action].action}
                  act={(client, seen) => publishSeen(client, [{ ...result.article, ...seen }])}
                  done={settle}
                />
              ) : (
                <p className={`mt-0.5 ${result.status === 'done' ? 'text-faint' : 'text-orange'}`}>
                  {describeResult(action, result)}
                </p>
              )}
            </div>
            {(result.status === 'incomplete' || result.status === 'uncovered') && (
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

/** Asks for confirmation of a bulk change, and for the new category. */
function BulkDialog({ action, articles, results, onDone, onClose }: BulkDialogProps) {
  const [chosen, setChosen] = useState(articles[0]?.category ?? null)
  const category = presentSection(chosen, useSections())
  const options = useCategoryOptions()
  const change = useDeskMutation({ run: changeArticles, invalidates: [ARTICLES_KEY] })
  const texts = BULK_TEXTS[action]
  const body = texts.body(articles.length)
  return (
    <ConfirmDialog
      title={texts.title(articles.length)}
      action={texts.action}
      destructive={action === 'delete'}
      onConfirm={async () => onDone(await change.mutateAsync({ action, articles, category }))}
      onClose={onClose}
      focusAfter={results}
    >
      {body && <p>{body}</p>}
      {action === 'delete' && <p>{t('articles.delete.trash', { count: TRASH_DAYS })}</p>}
      {action === 'category' && (
        <Field label={t('articles.bulk.category.label')}>
          {(control) => (
            <SelectControl {...control} value={category} onChange={(event) => setChosen(event.target.value)}>
              {options.map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </SelectControl>
          )}
        </Field>
      )}
    </ConfirmDialog>
  )
}
