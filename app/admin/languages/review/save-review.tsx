import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { OtherText } from '#app/admin/kit/compare/text-diff.tsx'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { CopyButton } from '#app/admin/kit/ui/copy-button.tsx'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import type { ReviewDraft } from '#app/admin/languages/review/draft/review-draft.ts'
import type { RebasedRows } from '#app/admin/languages/review/draft/row-draft.ts'
import { nameBlock, nameOfKind, numberOf } from '#app/admin/languages/review/draft/row-draft.ts'
import { reviewQuery } from '#app/admin/languages/review/review-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { saveTranslationReview } from '#core/data/translation-review.ts'
import { publishesTranslations } from '#core/domain/role.ts'
import type { ReviewAnswer, TranslationReview } from '#core/domain/translation-review.ts'

interface ChangedDialogProps {
  draft: ReviewDraft
  rebased: Pick<RebasedRows, 'conflicts' | 'orphaned'>
  /** Called with conflicts that have come up meanwhile. */
  onClose: (again: RebasedRows) => void
}

/** Shows both texts where another editor has changed the same block, and the texts of deleted blocks, before anything is replaced. */
export function ChangedDialog({ draft, rebased: { conflicts, orphaned }, onClose }: ChangedDialogProps) {
  /** The rows in which the stored text stays; in the others, the text of this editor replaces it. */
  const [given, setGiven] = useState<ReadonlySet<string>>(new Set())
  const { language } = draft.review()

  function finish() {
    draft.discardUndecided()
    const chosen = conflicts.filter(({ mine }) => !given.has(mine.id))
    onClose(draft.restore(chosen.map(({ mine: row, theirs }) => ({ ...row, before: theirs }))))
  }

  return (
    <ModalDialog title={t('review.changed.title')} width="texts">
      <p className="text-sm text-soft">{t('review.changed.text')}</p>
      {conflicts.map(({ position, mine: row, theirs }) => {
        const segment = draft.row(position).segment
        const block = t('review.block.name', { number: numberOf(position), kind: nameOfKind(segment) })
        return (
          <fieldset key={row.id} className="mt-5 border-line border-t pt-4">
            <legend className="float-left mb-2 w-full font-semibold text-sm">{block}</legend>
            <p lang="en" className="clear-both mb-3 text-faint text-sm wrap-anywhere">
              {row.source}
            </p>
            <div className="grid gap-4 sm:grid-cols-2">
              {(['mine', 'theirs'] as const).map((whose) => (
                <label key={whose} className="flex min-w-0 items-start gap-2.5 text-sm">
                  <input
                    type="radio"
                    name={row.id}
                    className="mt-1 size-4 shrink-0 accent-ink"
                    checked={given.has(row.id) === (whose === 'theirs')}
                    onChange={() => setGiven(withRow(given, row.id, whose === 'theirs'))}
                  />
                  <span className="min-w-0">
                    <span className="mb-1 block font-medium">
                      {t(whose === 'mine' ? 'review.changed.mine' : 'review.changed.theirs')}
                    </span>
                    {whose === 'mine' ? (
                      <span lang={language} className="whitespace-pre-wrap wrap-anywhere">
                        {row.text}
                      </span>
                    ) : (
                      <OtherText present={row.text} other={theirs} lang={language} />
                    )}
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        )
      })}
      {orphaned.length > 0 && (
        <section className="mt-5 border-line border-t pt-4 text-sm">
          <h3 className="font-semibold">{t('review.changed.lostTitle')}</h3>
          <p className="mt-1 text-soft">{t('review.changed.lostText')}</p>
          <ul className="mt-3 space-y-3">
            {orphaned.map((row) => (
              <li key={row.id + row.text} className="border-edge border-l-2 pl-3 wrap-anywhere">
                <p lang="en" className="text-faint">
                  {row.source}
                </p>
                <p lang={language} className="whitespace-pre-wrap">
                  {row.text}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <CopyButton
          text={() =>
            [...conflicts.map(({ mine }) => mine), ...orphaned].map(({ text }) => text).join('\n\n')
          }
        >
          {t('review.changed.copy')}
        </CopyButton>
        <Button onClick={finish}>{t('review.changed.goOn')}</Button>
      </div>
    </ModalDialog>
  )
}

function withRow(given: ReadonlySet<string>, id: string, isIn: boolean): Set<string> {
  const next = new Set(given)
  if (isIn) next.add(id)
  else next.delete(id)
  return next
}

interface SaveReviewOptions {
  draft: ReviewDraft
  /** True if the review shows the present original. */
  current: boolean
  /** Called after unsaved changes were applied to another version. */
  onRebased: (rebased: RebasedRows) => void
  /** Called with the position of the first refused text. */
  onRefused: (position: number) => void
}

/** The reason why a save failed, and the first block that has to be mended for it. */
export interface SaveProblem {
  text: string
  position: number | null
}

/** The number of refused blocks that are named. */
const NAMED_BLOCKS = 3

/** Saves a review. Whatever comes of it, nothing that was typed is orphaned. */
export function useSaveReview({ draft, current, onRebased, onRefused }: SaveReviewOptions) {
  const queries = useQueryClient()
  const { toast } = useToast()
  const mayPublish = publishesTranslations(useMember())
  const [isSaving, setIsSaving] = useState(false)
  const isBusy = useRef(false)
  const [problem, setProblem] = useState<SaveProblem | null>(null)
  const address = { articleId: draft.review().original.id, language: draft.review().language, current }

  // A save that failed says nothing of a text that has changed since.
  useEffect(() => {
    if (!problem) return
    const written = () => JSON.stringify(draft.input())
    const failed = written()
    return draft.subscribe(() => {
      if (written() !== failed) setProblem(null)
    })
  }, [draft, problem])

  async function save(): Promise<void> {
    if (isBusy.current) return
    isBusy.current = true
    setIsSaving(true)
    setProblem(null)
    try {
      const sent = draft.input()
      const answer = await signedIn((client) => saveTranslationReview(client, sent))
      if (answer.status === 'changed') await rebaseOnTheirs(answer.error)
      else if (answer.status === 'refused') refuse(answer)
      else {
        onRebased(draft.rebase(answer.review, sent))
        queries.setQueryData(reviewQuery(address).queryKey, answer.review)
        toast({
          title: t('ui.success'),
          description: describeAnswer(answer, mayPublish, draft.summary().total - draft.summary().written),
        })
      }
    } catch (error) {
      fail(describeError(error))
    } finally {
      isBusy.current = false
      setIsSaving(false)
    }
  }

  function fail(description: string, position: number | null = null) {
    setProblem({ text: description, position })
    toast({ title: t('review.save.failed'), description, variant: 'destructive' })
  }

  async function rebaseOnTheirs(reason: string) {
    const theirs = await queries.fetchQuery({ ...reviewQuery(address), staleTime: 0 })
    if (!theirs) return fail(t('review.gone'))
    if ('error' in theirs) return fail(theirs.error)
    fail(t('review.save.changed', { reason }))
    onRebased(draft.rebase(theirs))
  }

  function refuse({ error, problems }: Extract<ReviewAnswer, { status: 'refused' }>) {
    draft.refuse(problems)
    const positions = problems.map(({ position }) => position).sort((one, other) => one - other)
    const [first] = positions
    if (first === undefined) return fail(error)
    const named = positions.slice(0, NAMED_BLOCKS).map((position) => nameBlock(draft.row(position)))
    fail(`${error} ${[...named, ...(positions.length > NAMED_BLOCKS ? ['…'] : [])].join(', ')}`, first)
    onRefused(first)
  }

  return { save, isSaving, isBusy: () => isBusy.current, problem }
}

/** `left`: how many blocks have no text yet. */
function describeAnswer(
  answer: Extract<ReviewAnswer, { review: unknown }>,
  mayPublish: boolean,
  left: number,
): string {
  const { segments } = answer.review
  switch (answer.status) {
    case 'published':
      return t('review.save.published')
    case 'remembered':
      return t('review.save.remembered', { count: left })
    case 'stored': {
      const open = segments.filter(({ approvedAt }) => approvedAt === null).length
      if (!isWaiting(answer.review)) return t('review.save.stored')
      if (!mayPublish) return t('review.save.waitsForEditors')
      return open > 0 ? t('review.save.waiting', { count: open }) : t('review.save.stored')
    }
  }
}

/** Tells whether readers get this text only when all of it has been approved. */
export function isWaiting({ isPending, waitsForReview, translation }: TranslationReview): boolean {
  return isPending || (waitsForReview && !translation?.published)
}
