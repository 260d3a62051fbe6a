import { ARTICLES_KEY } from '#app/admin/articles/articles-queries.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { showResults } from '#app/admin/table/show-results.ts'
import { UndoButton } from '#app/admin/ui/undo-button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { undoDeletion } from '#core/data/article-trash.ts'
import { deleteArticles } from '#core/data/bulk-articles.ts'

/** Deletes articles, and says so with a way to undo it. `results` gets focus when that is used. */
export function useDeleteArticles(results: React.RefObject<HTMLElement | null>) {
  const { toast } = useToast()
  const remove = useDeskMutation({ run: deleteArticles, invalidates: [ARTICLES_KEY] })
  const undo = useDeskMutation({ run: undoDeletion, invalidates: [ARTICLES_KEY] })

  async function takeBack(ids: readonly string[]) {
    try {
      const answers = await undo.mutateAsync(ids)
      const isBack = answers.length > 0 && answers.every(({ status }) => status === 'restored')
      if (isBack) toast({ title: t('ui.success'), description: t('articles.delete.undoDone') })
      else sayThatItFailed()
    } catch {
      sayThatItFailed()
    }
    showResults(results.current)
  }

  function sayThatItFailed() {
    toast({
      title: t('ui.error'),
      description: t('articles.delete.undoFailed'),
      variant: 'destructive',
    })
  }

  return {
    remove: remove.mutateAsync,
    sayDeleted(text: string, ids: readonly string[]) {
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
