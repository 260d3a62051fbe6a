import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { ArticleDiff } from '#app/admin/stories/history/article-diff.tsx'
import {
  type Comparison,
  choicesQuery,
  historyPath,
  revisionQuery,
} from '#app/admin/stories/history/history-queries.ts'
import { saveJudged } from '#app/admin/stories/sources/live/use-live-judge.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { restoreRevision } from '#core/data/article-revisions.ts'
import type { SaveOutcome } from '#core/data/save-article.ts'
import { isSourced, judgeArticle } from '#core/data/sourced-articles.ts'
import type { Article } from '#core/domain/article.ts'
import { fieldInSentence } from '#core/domain/article-fields.ts'
import type { ArticleRevision } from '#core/domain/article-revision.ts'
import { judgedTextsOf } from '#core/newsroom/judge/judge.ts'

const SECOND = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })
const MINUTE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

interface CompareVersionsProps {
  article: Article
  comparison: Comparison
}

/** The differences of two versions of an article, shown instead of the list, with a button that restores the older one. */
export function CompareVersions({ article, comparison }: CompareVersionsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const from = useQuery(revisionQuery(comparison.from))
  return (
    <>
      <Link
        to={historyPath(article.id)}
        className="mb-4 inline-flex min-h-9 items-center gap-2 text-sm text-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden size={16} />
        {t('history.close')}
      </Link>
      <h2 ref={heading} tabIndex={-1} className="mb-4 font-display font-medium text-title">
        {t('history.compare.title')}
      </h2>
      <Choices articleId={article.id} comparison={comparison} />
      <QueryView query={from} what={t('history.compare.what')} pending={<ListSkeleton rows={4} />}>
        {(revision) =>
          revision?.article_id === article.id ? (
            <>
              <div className="mt-5 mb-7">
                <RestoreButton article={article} revision={revision} />
              </div>
              <To article={article} from={revision} to={comparison.to} />
            </>
          ) : (
            <p className="mt-5 text-sm text-soft">{t('history.version.gone')}</p>
          )
        }
      </QueryView>
    </>
  )
}

interface ToProps {
  article: Article
  from: ArticleRevision
  to: Comparison['to']
}

function To({ article, from, to }: ToProps) {
  const isNow = to === 'now'
  const revision = useQuery({ ...revisionQuery(isNow ? from.id : to) })
  if (isNow)
    return (
      <ArticleDiff
        key={article.updated_at}
        id={`${from.id} ${article.id} ${article.updated_at}`}
        before={from.article}
        after={article}
      />
    )
  return (
    <QueryView query={revision} what={t('history.compare.what')} pending={<ListSkeleton rows={4} />}>
      {(found) =>
        found?.article_id === article.id ? (
          <ArticleDiff
            key={found.id}
            id={`${from.id} ${found.id}`}
            before={from.article}
            after={found.article}
          />
        ) : (
          <p className="text-sm text-soft">{t('history.version.gone')}</p>
        )
      }
    </QueryView>
  )
}

/** Two selects for the versions to compare. */
function Choices({ articleId, comparison }: { articleId: string; comparison: Comparison }) {
  const navigate = useNavigate()
  const { data } = useQuery(choicesQuery(articleId))
  const choices = new Map(data?.rows.map(({ id, made_at }) => [String(id), SECOND.format(new Date(made_at))]))
  // A version that is not among the latest hundred.
  for (const id of [comparison.from, comparison.to])
    if (id !== 'now' && !choices.has(String(id))) choices.set(String(id), `#${id}`)
  const options = [...choices].map(([id, name]) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
  const change = (to: Partial<Comparison>) =>
    void navigate(historyPath(articleId, { ...comparison, ...to }), {
      replace: true,
      preventScrollReset: true,
    })
  return (
    <div className="grid max-w-xl gap-4 sm:grid-cols-2">
      <Field label={t('history.compare.from')}>
        {(control) => (
          <SelectControl
            {...control}
            value={comparison.from}
            onChange={(event) => change({ from: Number(event.target.value) })}
          >
            {options}
          </SelectControl>
        )}
      </Field>
      <Field label={t('history.compare.to')}>
        {(control) => (
          <SelectControl
            {...control}
            value={comparison.to}
            onChange={({ target }) => change({ to: target.value === 'now' ? 'now' : Number(target.value) })}
          >
            <option value="now">{t('history.now')}</option>
            {options}
          </SelectControl>
        )}
      </Field>
    </div>
  )
}

interface RestoreButtonProps {
  /** The article as it was loaded; the restore fails when it has been saved since. */
  article: Article
  revision: ArticleRevision
}

/** Restores an earlier version. */
function RestoreButton({ article, revision }: RestoreButtonProps) {
  const navigate = useNavigate()
  const { toast } = useToast()
  const [asks, setAsks] = useState(false)
  const [problem, setProblem] = useState('')
  // All queries that show this article.
  const restore = useDeskMutation({
    run: async (client, asked: { id: number; since: string }) =>
      saveJudged({
        isSourced: await isSourced(client, article.id),
        publishes: article.published,
        judge: async () =>
          answerOf(
            await judgeArticle(client, { articleId: article.id, texts: judgedTextsOf(revision.article) }),
          ),
        save: () => restoreRevision(client, asked),
      }),
    invalidates: [[]],
  })
  const date = MINUTE.format(new Date(revision.made_at))

  async function confirm() {
    setProblem('')
    const outcome = await restore.mutateAsync({ id: revision.id, since: article.updated_at })
    const refusal = describeOutcome(outcome)
    if (refusal) return setProblem(refusal)
    toast({ title: t('ui.success'), description: t('history.restore.done', { date }) })
    await navigate(historyPath(article.id))
  }

  return (
    <>
      <Button variant="secondary" onClick={() => setAsks(true)}>
        <RotateCcw aria-hidden size={16} />
        {t('history.restore')}
      </Button>
      {problem && (
        <Notice tone="problem" role="alert" className="mt-4 max-w-prose">
          {problem}
        </Notice>
      )}
      {asks && (
        <ConfirmDialog
          title={t('history.restore.title')}
          action={t('history.restore.action')}
          destructive={false}
          onConfirm={confirm}
          onClose={() => setAsks(false)}
        >
          <p>{t('history.restore.text', { date })}</p>
          <p>{t('history.restore.stays')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function describeOutcome(outcome: SaveOutcome): string | null {
  switch (outcome.status) {
    case 'saved':
      return null
    case 'conflict':
      return t('history.restore.conflict')
    case 'gone':
      return t('history.restore.gone')
    case 'invalid':
      return t('history.restore.invalid', { field: fieldInSentence(outcome.field) })
  }
}
