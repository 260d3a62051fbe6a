import { Refusal } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { ARTICLES_KEY } from '#app/admin/kit/query/desk-query.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { showResults } from '#app/admin/kit/table/table-view.tsx'
import { nameOf } from '#app/admin/kit/ui/format.ts'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { UndoButton } from '#app/admin/kit/ui/undo-button.tsx'
import { describeLanguages } from '#app/admin/stories/trash/trash-queries.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { undoDeletion } from '#core/data/article-trash.ts'
import { type ArticleVersion, deleteArticles } from '#core/data/bulk-articles.ts'
import type { DeskArticle } from '#core/data/desk-articles.ts'
import { TRASH_DAYS } from '#core/domain/article-trash.ts'

/** Deletes articles, with a toast that can undo it. `results` gets focus after an undo. */
export function useDeleteArticles(results: React.RefObject<HTMLElement | null>) {
  const { toast } = useToast()
  const remove = useDeskMutation({ run: deleteArticles, invalidates: [ARTICLES_KEY] })
  const undo = useDeskMutation({
    run: undoDeletion,
    done(answers) {
      const drafts = answers.flatMap((answer) => (answer.status === 'restored' ? answer.drafts : []))
      if (answers.length > 0 && answers.every(({ status }) => status === 'restored'))
        return drafts.length > 0
          ? t('trash.restore.doneDrafts', { languages: describeLanguages([...new Set(drafts)]) })
          : t('articles.delete.undoDone')
      throw new Refusal('not_restored')
    },
    failed: () => t('articles.delete.undoFailed'),
    invalidates: [ARTICLES_KEY],
  })

  async function takeBack(deleted: readonly ArticleVersion[]) {
    await undo.attempt(deleted)
    showResults(results.current)
  }

  return {
    remove: remove.mutateAsync,
    toastDeleted(text: string, deleted: readonly ArticleVersion[]) {
      toast({
        title: t('ui.success'),
        description: (
          <>
            <span>{text}</span> <UndoButton onUndo={() => void takeBack(deleted)} />
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
  const { toastDeleted } = useDeleteArticles(results)
  const remove = useDeskMutation({
    run: deleteArticles,
    done({ done, gone }) {
      if (gone.length > 0) return t('articles.delete.gone')
      toastDeleted(t('articles.delete.done'), done)
    },
    failed() {
      onClose()
      return t('articles.delete.failed')
    },
    invalidates: [ARTICLES_KEY],
  })

  return (
    <ConfirmDialog
      title={article.published ? t('articles.delete.title') : t('drafts.delete.title')}
      action={t('articles.delete.action')}
      onConfirm={async () => {
        await remove.attempt([article.id])
      }}
      onClose={onClose}
      focusAfter={results}
    >
      <p className="break-words">{t('articles.delete.body', { title: nameOf(article) })}</p>
      <p>{t('articles.delete.trash', { count: TRASH_DAYS })}</p>
    </ConfirmDialog>
  )
}
