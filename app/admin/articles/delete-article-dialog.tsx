import { nameOf } from '#app/admin/articles/article-title.tsx'
import { useDeleteArticles } from '#app/admin/articles/use-delete-articles.tsx'
import { t } from '#app/admin/messages.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { DeskArticle } from '#core/data/desk-articles.ts'
import { TRASH_DAYS } from '#core/domain/article-trash.ts'

interface DeleteArticleDialogProps {
  article: DeskArticle
  /** The list, which gets focus when the row has gone. */
  results: React.RefObject<HTMLElement | null>
  onClose: () => void
}

/** Asks before an article or a draft is deleted. */
export function DeleteArticleDialog({ article, results, onClose }: DeleteArticleDialogProps) {
  const { toast } = useToast()
  const { remove, sayDeleted } = useDeleteArticles(results)

  async function confirm() {
    try {
      const { gone } = await remove([article.id])
      if (gone.length > 0) toast({ title: t('ui.success'), description: t('articles.delete.gone') })
      else sayDeleted(t('articles.delete.done'), [article.id])
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
