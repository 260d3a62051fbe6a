import { useNavigate } from 'react-router'
import { editArticlePath } from '#app/admin/article/article-paths.ts'
import { ARTICLES_KEY } from '#app/admin/articles/articles-table.ts'
import { AnswerRefusal } from '#app/admin/errors/answer-refusal.ts'
import { IDEAS_KEY } from '#app/admin/ideas/ideas-table.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { UndoButton } from '#app/admin/ui/undo-button.tsx'
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
  const navigate = useNavigate()
  const begin = useDeskMutation({
    run: beginDraft,
    done(answer) {
      if (answer.status !== 'begun') throw new AnswerRefusal(NOT_BEGUN[answer.status])
      const { slug, language } = answer
      return navigate(editArticlePath({ slug, language: language as Language }))
    },
    invalidates: [IDEAS_KEY, ARTICLES_KEY],
  })
  const drop = useDeskMutation({
    run: (client, { idea: { id }, isDropped }: { idea: Idea; isDropped: boolean }) =>
      dropIdea(client, id, isDropped),
    done(isThere, { idea, isDropped }) {
      if (!isThere) throw new AnswerRefusal(t('ideas.begin.gone'))
      if (!isDropped) return t('ideas.drop.undone')
      const undo = <UndoButton onUndo={() => void drop.attempt({ idea, isDropped: false })} />
      return {
        title: t('ui.success'),
        description: (
          <>
            {t('ideas.drop.done', { title: idea.title })}
            {undo}
          </>
        ),
      }
    },
    invalidates: [IDEAS_KEY],
  })
  return {
    async begin(idea: Idea): Promise<void> {
      if (!begin.isPending) await begin.attempt(idea.id)
    },
    drop: (idea: Idea) => drop.attempt({ idea, isDropped: true }),
  }
}
