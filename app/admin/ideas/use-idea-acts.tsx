import { useNavigate } from 'react-router'
import { editArticlePath } from '#app/admin/article/article-paths.ts'
import { ARTICLES_KEY } from '#app/admin/articles/articles-table.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { IDEAS_KEY } from '#app/admin/ideas/ideas-table.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { UndoButton } from '#app/admin/ui/undo-button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { beginDraft, dropIdea } from '#core/data/ideas.ts'
import type { Idea } from '#core/domain/idea.ts'
import type { Language } from '#core/i18n/languages.ts'

const NOT_BEGUN = {
  gone: t('ideas.begin.gone'),
  dropped: t('ideas.begin.dropped'),
  in_trash: t('ideas.begin.inTrash'),
} as const

/** What happens to an idea: it becomes a draft, which is opened, or it is dropped, which can be undone. */
export function useIdeaActs() {
  const { toast } = useToast()
  const navigate = useNavigate()
  const begin = useDeskMutation({ run: beginDraft, invalidates: [IDEAS_KEY, ARTICLES_KEY] })
  const drop = useDeskMutation({
    run: (client, { id, isDropped }: { id: string; isDropped: boolean }) => dropIdea(client, id, isDropped),
    invalidates: [IDEAS_KEY],
  })
  const fail = (description: string) => toast({ title: t('ui.error'), description, variant: 'destructive' })

  async function setDropped(idea: Idea, isDropped: boolean): Promise<void> {
    try {
      if (!(await drop.mutateAsync({ id: idea.id, isDropped }))) return fail(t('ideas.begin.gone'))
    } catch (error) {
      return fail(describeError(error))
    }
    if (!isDropped) return toast({ title: t('ui.success'), description: t('ideas.drop.undone') })
    const undo = <UndoButton onUndo={() => void setDropped(idea, false)} />
    toast({
      title: t('ui.success'),
      description: (
        <>
          {t('ideas.drop.done', { title: idea.title })}
          {undo}
        </>
      ),
    })
  }

  return {
    async begin(idea: Idea): Promise<void> {
      if (begin.isPending) return
      try {
        const answer = await begin.mutateAsync(idea.id)
        if (answer.status !== 'begun') return fail(NOT_BEGUN[answer.status])
        const { slug, language } = answer
        await navigate(editArticlePath({ slug, language: language as Language }))
      } catch (error) {
        fail(describeError(error))
      }
    },
    drop: (idea: Idea) => setDropped(idea, true),
  }
}
