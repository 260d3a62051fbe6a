import { useState } from 'react'
import { ARTICLES_KEY } from '#app/admin/articles/articles-queries.ts'
import { BULK_TEXTS } from '#app/admin/articles/bulk/bulk-texts.ts'
import { type BulkChange, type BulkResult, changeArticles } from '#app/admin/articles/bulk/change-articles.ts'
import { useCategoryOptions } from '#app/admin/articles/use-category-options.ts'
import { SelectControl } from '#app/admin/form/select-control.tsx'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { Field } from '#app/components/ui/field.tsx'
import type { Category } from '#core/domain/article.ts'
import { TRASH_DAYS } from '#core/domain/article-trash.ts'

interface BulkDialogProps extends Omit<BulkChange, 'category'> {
  results: React.RefObject<HTMLElement | null>
  onDone: (outcome: BulkResult[]) => void
  onClose: () => void
}

/** Asks before several articles are changed, and for the new category if that is what changes. */
export function BulkDialog({ action, articles, results, onDone, onClose }: BulkDialogProps) {
  const [category, setCategory] = useState<Category>(articles[0]?.category ?? 'business')
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
            <SelectControl
              {...control}
              value={category}
              onChange={(event) => setCategory(event.target.value as Category)}
            >
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
