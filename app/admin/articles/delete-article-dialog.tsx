import { nameOf } from '#app/admin/articles/article-title.tsx'
import { ARTICLES_KEY } from '#app/admin/articles/articles-table.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { showResults } from '#app/admin/table/table-view.tsx'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { UndoButton } from '#app/admin/ui/undo-button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { undoDeletion } from '#core/data/article-trash.ts'
import { deleteArticles } from '#core/data/bulk-articles.ts'
import type { DeskArticle } from '#core/data/desk-articles.ts'
import { TRASH_DAYS } from '#core/domain/article-trash.ts'

/** Deletes articles, with a toast that can undo it. `results` gets focus after an undo. */
export function useDeleteArticles(results: React.RefObject<HTMLElement | null>) {
  const { toast } = useToast()
  const remove = useDeskMutation({ run: deleteArticles, invalidates: [ARTICLES_KEY] })
  const undo = useDeskMutation({ run: undoDeletion, invalidates: [ARTICLES_KEY] })

  async function takeBack(ids: readonly string[]) {
    try {
      const answers = await undo.mutateAsync(ids)
      const isBack = answers.length > 0 && answers.every(({ status }) => status === 'restored')
      if (isBack) toast({ title: t('ui.success'), description: t('articles.delete.undoDone') })
      else toastUndoFailed()
    } catch {
      toastUndoFailed()
    }
    showResults(results.current)
  }

  function toastUndoFailed() {
    toast({
      title: t('ui.error'),
      description: t('articles.delete.undoFailed'),
      variant: 'destructive',
    })
  }

  return {
    remove: remove.mutateAsync,
    toastDeleted(text: string, ids: readonly string[]) {
      toast({
        title: t('ui.success'),
        description: (
          <>
            <span>{text}</span> <UndoButton onUndo={() => void takeBack(ids)} />
          </>
        ),
      })
    },
  }
}

interface DeleteArticleDialogProps {
  article: DeskArticle
  /** The list, which gets focus when the row disappears. */
  results: React.RefObject<HTMLElement | null>
  onClose: () => void
}

/** Asks before an article or a draft is deleted. */
export function DeleteArticleDialog({ article, results, onClose }: DeleteArticleDialogProps) {
  const { toast } = useToast()
  const { remove, toastDeleted } = useDeleteArticles(results)

  async function confirm() {
    try {
      const { gone } = await remove([article.id])
      if (gone.length > 0) toast({ title: t('ui.success'), description: t('articles.delete.gone') })
      else toastDeleted(t('articles.delete.done'), [article.id])
    } catch {
      onClose()
      toast({
        title: t('ui.error'),
        description: t('articles.delete.failed'),
        variant: 'destructive',
      })
    }
  }

  return (
    <ConfirmDialog
      title={article.published ? t('articles.delete.title') : t('drafts.delete.title')}
      action={t('articles.delete.action')}
      onConfirm={confirm}
      onClose={onClose}
      focusAfter={results}
    >
      <p className="break-words">{t('articles.delete.body', { title: nameOf(article) })}</p>
      <p>{t('articles.delete.trash', { count: TRASH_DAYS })}</p>
    </ConfirmDialog>
  )
}
