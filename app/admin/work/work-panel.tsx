import { useEffect, useRef, useState } from 'react'
import { RailSection } from '#app/admin/article/rail/rail-section.tsx'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import type { UnsavedForm } from '#app/admin/translations/translations-card.tsx'
import { useShortcuts } from '#app/admin/ui/use-shortcuts.ts'
import { describeOvertaking, describeRefusal } from '#app/admin/work/describe-work.ts'
import { HandOverForm } from '#app/admin/work/hand-over-form.tsx'
import { WorkFacts } from '#app/admin/work/work-facts.tsx'
import { type ArticleWork, useArticleWork, WORK_KEY } from '#app/admin/work/work-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { handOver, markWorkSeen, takeArticle } from '#core/data/article-workflow.ts'
import type { Article } from '#core/domain/article.ts'
import { canTakeBack, type HandoverAnswer, offeredStates, type TakeAnswer } from '#core/domain/handover.ts'
import { isEditor } from '#core/domain/role.ts'

interface WorkPanelProps {
  article: Article
  unsaved: UnsavedForm
}

/** Who works on an article, and the form to hand it over; nothing where nobody else is at the desk. */
export function WorkPanel({ article, unsaved }: WorkPanelProps) {
  const work = useArticleWork(article.id)
  if (!work || article.original_article_id !== null) return null
  return <ShownWork key={article.id} article={article} work={work} unsaved={unsaved} />
}

function ShownWork({ article, work, unsaved }: WorkPanelProps & { work: ArticleWork }) {
  const member = useMember()
  const [isOpen, setIsOpen] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const states = offeredStates(work, member)
  const canHandOver = !article.published && states.length > 0
  // An author hands in with the button below the text.
  const offersButton = member.role !== 'author' || states.length > 1
  useSeen(article.id, work.workflow?.updated_at)
  useShortcuts([{ key: 'h', alt: true, run: () => canHandOver && setIsOpen(true) }])

  function close() {
    setIsOpen(false)
    title.current?.focus()
  }

  return (
    <RailSection id="work" title={t('work.title')} titleRef={title}>
      <WorkFacts article={article} work={work} />
      {isOpen && canHandOver ? (
        <div className="mt-5 border-line border-t pt-5">
          <HandOverForm
            articleId={article.id}
            work={work}
            saveFirst={async () => !unsaved.isDirty() || unsaved.save()}
            onDone={close}
            onCancel={close}
          />
        </div>
      ) : (
        <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
          {!article.published && (
            <TakeButton articleId={article.id} work={work} onTaken={() => title.current?.focus()} />
          )}
          {canHandOver && offersButton && (
            <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
              {t('work.handOver.open')}
            </Button>
          )}
        </div>
      )}
    </RailSection>
  )
}

/** What is open on the screen is mailed to nobody who looks at it. */
function useSeen(articleId: string, version: string | undefined) {
  const { mutate } = useDeskMutation({ run: (client, id: string) => markWorkSeen(client, id) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version may be another hand-over
  useEffect(() => mutate(articleId), [articleId, version])
}

interface TakeButtonProps {
  articleId: string
  work: ArticleWork
  /** The button disappears then. */
  onTaken: () => void
}

/** Takes what is handed in, or takes back what was handed in. */
function TakeButton({ articleId, work, onTaken }: TakeButtonProps) {
  const member = useMember()
  const { toast } = useToast()
  const take = useDeskMutation({ run: takeArticle, invalidates: [WORK_KEY] })
  const takeBack = useDeskMutation({ run: handOver, invalidates: [WORK_KEY] })
  const { workflow } = work
  const isOffered = isEditor(member) && workflow?.state === 'handed_in'
  const isBack = canTakeBack(work, member)
  if (!isOffered && !isBack) return null
  const isPending = take.isPending || takeBack.isPending

  const move = () =>
    isOffered
      ? take.mutateAsync(articleId)
      : takeBack.mutateAsync({
          articleId,
          to: member.user_id,
          state: 'draft',
          sentence: null,
          dueOn: workflow?.due_on ?? null,
          version: workflow?.updated_at ?? null,
        })

  async function run() {
    const problem = await move().then(describeProblem, describeError)
    if (problem === null) onTaken()
    else toast({ title: t('work.notTaken'), description: problem, variant: 'destructive' })
  }

  return (
    <Button variant="secondary" size="sm" aria-disabled={isPending} onClick={() => isPending || void run()}>
      {isOffered ? t('work.take') : t('work.takeBack')}
    </Button>
  )
}

/** Why nothing was taken; null where it was. */
function describeProblem(answer: TakeAnswer | HandoverAnswer): string | null {
  if (answer.status === 'taken' || answer.status === 'handed_over') return null
  return answer.status === 'changed' ? describeOvertaking(answer) : describeRefusal(answer.status)
}
