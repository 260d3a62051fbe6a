import { useRef, useState } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useColleagues } from '#app/admin/kit/query/colleagues.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { formatAge } from '#app/admin/kit/ui/format.ts'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import type { UnsavedForm } from '#app/admin/stories/translations/translations-card.tsx'
import { HandOverForm } from '#app/admin/stories/work/hand-over-form.tsx'
import {
  type ArticleWork,
  describeOvertaking,
  describeRefusal,
  useArticleWork,
  useNameOfColleague,
  WORK_KEY,
} from '#app/admin/stories/work/work-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { handOver, takeArticle } from '#core/data/article-workflow.ts'
import type { Article } from '#core/domain/article.ts'
import type { ArticleWorkflow } from '#core/domain/article-workflow.ts'
import { canTakeBack, type HandoverAnswer, stateGivenBack, type TakeAnswer } from '#core/domain/handover.ts'
import { hasRight, isEditor } from '#core/domain/role.ts'

interface WorkBandProps {
  article: Article
  unsaved: UnsavedForm
}

/** Says above an article that somebody handed it over, with the sentence, and takes it or gives it back. */
export function WorkBand({ article, unsaved }: WorkBandProps) {
  const work = useArticleWork(article.id)
  const workflow = work?.workflow
  if (!workflow || article.published || article.original_article_id !== null) return null
  if (workflow.next_person === null && workflow.state !== 'handed_in') return null
  return <ShownBand key={article.id} articleId={article.id} work={{ ...work, workflow }} unsaved={unsaved} />
}

interface ShownBandProps {
  articleId: string
  work: ArticleWork & { workflow: ArticleWorkflow }
  unsaved: UnsavedForm
}

function ShownBand({ articleId, work, unsaved }: ShownBandProps) {
  const member = useMember()
  const nameOf = useNameOfColleague()
  const band = useRef<HTMLElement>(null)
  const [isGivingBack, setIsGivingBack] = useState(false)
  const { workflow } = work
  const { next_task, next_since } = workflow
  const backTo = useGiver(workflow)
  const from = workflow.next_from ?? workflow.next_person
  // Nobody is told of what they took for themselves.
  if (from === member.user_id && workflow.next_person === member.user_id) return null
  const who = describeHolder(workflow, member.user_id, nameOf)
  return (
    <section
      ref={band}
      tabIndex={-1}
      aria-label={t('work.band')}
      className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-sm bg-wash px-4 py-3 text-sm"
    >
      <p className="min-w-0 grow basis-80 wrap-anywhere">
        <span className="font-medium">{next_task ? t('work.band.task', { who, task: next_task }) : who}</span>
        {next_since && <span className="text-faint"> · {formatAge(next_since)}</span>}
      </p>
      <div className="flex flex-wrap gap-2 empty:hidden">
        <TakeButton articleId={articleId} work={work} onTaken={() => band.current?.focus()} />
        {backTo && (
          <Button variant="secondary" size="sm" onClick={() => setIsGivingBack(true)}>
            {t('work.giveBack')}
          </Button>
        )}
      </div>
      {isGivingBack && backTo && (
        <ModalDialog
          title={t('work.giveBack.title', { name: backTo.name })}
          onClose={() => setIsGivingBack(false)}
          focusAfter={band}
        >
          <HandOverForm
            articleId={articleId}
            work={work}
            backTo={backTo}
            saveFirst={async () => !unsaved.isDirty() || unsaved.save()}
            onDone={() => setIsGivingBack(false)}
            onCancel={() => setIsGivingBack(false)}
            inDialog
          />
        </ModalDialog>
      )}
    </section>
  )
}

/** Says who handed an article in, or has it now. */
function describeHolder(
  { state, next_person, next_from }: ArticleWorkflow,
  me: string,
  nameOf: (userId: string) => string | undefined,
): string {
  const name = (id: string) => nameOf(id) ?? t('work.somebody')
  const from = next_from === null ? null : name(next_from)
  if (next_person !== null && next_person !== me) return t('work.band.with', { name: name(next_person) })
  if (next_person === me && state !== 'handed_in')
    return from === null ? t('work.band.yours') : t('work.band.yoursFrom', { name: from })
  return from === null ? t('work.band.handedIn') : t('work.band.handedInBy', { name: from })
}

/** Returns to whom the member can give an article back; undefined for who does not have it, or where that person has left. */
function useGiver(workflow: ArticleWorkflow) {
  const member = useMember()
  const colleagues = useColleagues()
  const mayGive =
    workflow.next_person === member.user_id ||
    (workflow.state === 'handed_in' && workflow.next_person === null && isEditor(member))
  // An author hands in with the button below the text.
  if (!mayGive || hasRight(member, 'own_drafts')) return undefined
  const giver = colleagues.find(({ user_id }) => user_id === (workflow.next_from ?? workflow.owner))
  const state = giver && stateGivenBack(workflow, giver)
  return giver && state && giver.user_id !== member.user_id ? { ...giver, state } : undefined
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

/** Says why nothing was taken; null where it was. */
function describeProblem(answer: TakeAnswer | HandoverAnswer): string | null {
  if (answer.status === 'taken' || answer.status === 'handed_over') return null
  return answer.status === 'changed' ? describeOvertaking(answer) : describeRefusal(answer.status)
}
