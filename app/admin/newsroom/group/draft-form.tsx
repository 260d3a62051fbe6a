import { useMutationState } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { answerOf, codeOf, isTemporary, Refusal } from '#app/admin/kit/errors/classify-error.ts'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath, MODEL_SETTINGS_PATH } from '#app/admin/kit/paths.ts'
import { ARTICLES_KEY } from '#app/admin/kit/query/desk-query.ts'
import { randomId } from '#app/admin/kit/query/random-id.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { ScreenLink } from '#app/admin/kit/session/member.tsx'
import { Announcement, ProgressBar } from '#app/admin/kit/ui/notice.tsx'
import type { GroupItem } from '#app/admin/newsroom/group/origin-list.tsx'
import { NEWSROOM_KEY } from '#app/admin/newsroom/newsroom-queries.ts'
import { useModelProblem } from '#app/admin/settings/ai/ai-model.tsx'
import { useCategoryOptions, useSections } from '#app/admin/settings/sections/use-sections.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import type { ToastMessage } from '#app/components/ui/toast.tsx'
import type { Client } from '#core/data/client.ts'
import {
  beginEmptyDraft,
  type DraftRequest,
  draftArticle,
  listDraftAddresses,
} from '#core/data/news-groups.ts'
import { addArticleSources } from '#core/data/sourced-articles.ts'
import { presentSection } from '#core/domain/category.ts'
import { DRAFT_LENGTHS, type DraftLength } from '#core/domain/sourced-article.ts'

const MINUTE_MS = 60_000

/** The limit of the database. */
const QUESTION_MAX_LENGTH = 1000

const LENGTHS: Record<DraftLength, string> = {
  short: t('newsroom.draft.short'),
  medium: t('newsroom.draft.medium'),
  long: t('newsroom.draft.long'),
}

interface DraftFormProps {
  groupId: string
  section: string | null
  /** Those that are ticked. */
  items: readonly GroupItem[]
}

/** The choice what becomes of the ticked sources: a draft by a model, or an empty article beside which they stand. */
export function DraftForm({ groupId, section, items }: DraftFormProps) {
  const modelProblem = useModelProblem()
  const drafting = useDrafting(groupId)
  const categories = useCategoryOptions()
  const [length, setLength] = useState<DraftLength>('medium')
  const [chosen, setChosen] = useState(section)
  const category = presentSection(chosen, useSections())
  const [question, setQuestion] = useState('')
  const [problem, setProblem] = useState('')
  const lengthName = useId()
  const usable = items.filter(({ reservation }) => !reservation)
  const itemIds = usable.map(({ id }) => id)
  const hasModel = modelProblem === null
  const isBusy = drafting.since !== undefined || drafting.isBeginning
  const shownProblem = problem || drafting.problem

  function begin(how: 'model' | 'hand') {
    if (isBusy) return
    if (itemIds.length === 0) return setProblem(t('newsroom.draft.nothingTicked'))
    setProblem('')
    const asked = question.trim()
    if (how === 'hand') void drafting.writeByHand({ itemIds, category })
    else void drafting.askModel({ itemIds, length, category, ...(asked && { question: asked }) })
  }

  return (
    <section aria-labelledby="draft" className="rounded-sm border border-line p-4 sm:p-5">
      <h2 id="draft" tabIndex={-1} className="font-display font-medium text-title-sm">
        {t('newsroom.draft')}
      </h2>
      <p className="mt-1.5 text-sm text-soft">{t('newsroom.draft.proves')}</p>
      <form
        method="post"
        aria-labelledby="draft"
        aria-busy={isBusy}
        className="mt-5 space-y-5"
        onSubmit={(event) => {
          event.preventDefault()
          begin(hasModel ? 'model' : 'hand')
        }}
      >
        <p role="status" className="text-sm">
          {usable.length === 0
            ? t('newsroom.draft.noneTicked')
            : t('newsroom.draft.ticked', { count: usable.length })}
          {usable.length < items.length && (
            <span className="text-faint">
              {' '}
              {t('newsroom.draft.leftOut', { count: items.length - usable.length })}
            </span>
          )}
        </p>
        {hasModel && (
          <fieldset>
            <legend className="mb-1 font-medium text-sm">{t('newsroom.draft.length')}</legend>
            <div className="flex flex-wrap gap-x-5">
              {DRAFT_LENGTHS.map((each) => (
                <label
                  key={each}
                  className="flex min-h-11 cursor-pointer items-center gap-2.5 text-sm sm:min-h-9"
                >
                  <input
                    type="radio"
                    name={lengthName}
                    className="size-4.5 shrink-0 accent-ink"
                    checked={length === each}
                    onChange={() => setLength(each)}
                  />
                  {LENGTHS[each]}
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <Field label={t('newsroom.draft.section')}>
          {(control) => (
            <SelectControl {...control} value={category} onChange={({ target }) => setChosen(target.value)}>
              {categories.map(([slug, name]) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </SelectControl>
          )}
        </Field>
        {hasModel && (
          <Field label={t('newsroom.draft.question')} hint={t('newsroom.draft.question.hint')}>
            {(control) => (
              <textarea
                {...control}
                rows={3}
                maxLength={QUESTION_MAX_LENGTH}
                value={question}
                onChange={({ target }) => setQuestion(target.value)}
              />
            )}
          </Field>
        )}
        {modelProblem && (
          <p className="text-sm text-soft">
            {t(modelProblem.isUnset ? 'newsroom.draft.noModel' : 'newsroom.draft.noBudget')}{' '}
            <ScreenLink to={MODEL_SETTINGS_PATH} className="text-ink underline underline-offset-4">
              {t('ai.notice.settings')}
            </ScreenLink>
          </p>
        )}
        {shownProblem && <p className="text-red text-sm wrap-anywhere">{shownProblem}</p>}
        <Announcement urgent>{shownProblem}</Announcement>
        <DraftingProgress since={drafting.since} />
        <div className="flex flex-wrap gap-3">
          {hasModel && (
            <Button type="submit" aria-disabled={isBusy}>
              {t(drafting.since === undefined ? 'newsroom.draft.ask' : 'newsroom.draft.asked')}
            </Button>
          )}
          <Button
            type={hasModel ? 'button' : 'submit'}
            variant={hasModel ? 'secondary' : 'primary'}
            aria-disabled={isBusy}
            onClick={hasModel ? () => begin('hand') : undefined}
          >
            {drafting.isBeginning ? t('ui.oneMoment') : t('newsroom.draft.write')}
          </Button>
        </div>
      </form>
    </section>
  )
}

/** Shows the progress of a model that writes; nothing while none does. */
function DraftingProgress({ since }: { since: number | undefined }) {
  const [now, setNow] = useState(Date.now)
  const isWriting = since !== undefined
  useEffect(() => {
    if (!isWriting) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isWriting])
  const minutes = since === undefined ? 0 : Math.floor((now - since) / MINUTE_MS)
  return (
    <div role="status">
      {isWriting && (
        <div className="space-y-1.5 text-sm">
          <p className="font-medium">
            {minutes < 1 ? t('newsroom.drafting') : t('newsroom.drafting.minutes', { count: minutes })}
          </p>
          <ProgressBar label={t('newsroom.drafting')} value={null} />
          <p className="text-soft">{t('newsroom.drafting.leave')}</p>
        </div>
      )}
    </div>
  )
}

/** A proxy may cut off an answer that takes minutes; the same request then finds the one that is under way. */
const MAX_TRIES = 20
const PAUSE_MS = 3_000
const INVALIDATES = [NEWSROOM_KEY, ARTICLES_KEY]

/** Drafts from a story, by a model or by hand, and leads to the draft; problems are sentences. */
function useDrafting(groupId: string) {
  const key = [...NEWSROOM_KEY, 'drafting', groupId]
  const navigate = useNavigate()
  const [problem, setProblem] = useState('')
  const isHere = useRef(true)
  // Trying again goes on with the draft that was begun.
  const emptyId = useRef(randomId())
  const draft = useDeskMutation({
    run: draftPatiently,
    done: lead,
    failed: (description) => fail(description, ` ${t('newsroom.draft.again')}`),
    invalidates: INVALIDATES,
    key,
  })
  const write = useDeskMutation({
    run: beginByHand,
    done: lead,
    failed: (description) => fail(description, ''),
    invalidates: INVALIDATES,
  })
  // The draft may also have begun before the page was left and opened again.
  const [since] = useMutationState({
    filters: { mutationKey: key, status: 'pending' },
    select: ({ state }) => state.submittedAt,
  })

  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  async function lead(slug: string): Promise<ToastMessage | undefined> {
    if (isHere.current) await navigate(editArticlePath({ slug }))
    else
      return {
        title: t('newsroom.draft.ready'),
        description: (
          <Link to={editArticlePath({ slug })} className="text-ink underline underline-offset-4">
            {t('newsroom.draft.ready.open')}
          </Link>
        ),
        durationMs: 15_000,
      }
  }

  function fail(description: string, advice: string): ToastMessage | undefined {
    setProblem(description + advice)
    if (!isHere.current) return { title: t('newsroom.draft.failed'), description, variant: 'destructive' }
  }

  return {
    /** The time when the draft began that is being written; undefined while none is. */
    since,
    isBeginning: write.isPending,
    problem,
    askModel(request: DraftRequest) {
      setProblem('')
      return draft.attempt(request)
    },
    writeByHand(sources: { itemIds: string[]; category: string }) {
      setProblem('')
      return write.attempt({ ...sources, id: emptyId.current })
    },
  }
}

/** Returns the slug of the draft. */
async function draftPatiently(client: Client, request: DraftRequest): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await slugOf(client, answerOf(await draftArticle(client, request)).articleId)
    } catch (error) {
      const isUnderWay = isTemporary(error) || codeOf(error) === 'under_way'
      if (!isUnderWay || tries === MAX_TRIES) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

async function beginByHand(
  client: Client,
  { id, category, itemIds }: { id: string; category: string; itemIds: string[] },
): Promise<string> {
  await beginEmptyDraft(client, { id, category })
  answerOf(await addArticleSources(client, { articleId: id, itemIds }))
  return slugOf(client, id)
}

async function slugOf(client: Client, articleId: string): Promise<string> {
  const [draft] = await listDraftAddresses(client, [articleId])
  if (!draft) throw new Refusal('article_gone')
  return draft.slug
}
