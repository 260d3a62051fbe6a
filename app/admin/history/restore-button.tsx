import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { nameOfField } from '#app/admin/history/compare-articles.ts'
import { historyPath } from '#app/admin/history/history-paths.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { restoreRevision } from '#core/data/article-revisions.ts'
import type { SaveOutcome } from '#core/data/save-article.ts'
import type { Article } from '#core/domain/article.ts'
import type { ArticleRevision } from '#core/domain/article-revision.ts'

interface RestoreButtonProps {
  /** As it was when this page was loaded; whatever was saved since is not overwritten. */
  article: Article
  revision: ArticleRevision
}

const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** Makes an earlier version the present one. */
export function RestoreButton({ article, revision }: RestoreButtonProps) {
  const navigate = useNavigate()
  const { toast } = useToast()
  const [asks, setAsks] = useState(false)
  const [problem, setProblem] = useState('')
  // Lists, forms and whatever else shows this article.
  const restore = useDeskMutation({ run: restoreRevision, invalidates: [[]] })
  const date = MOMENT.format(new Date(revision.made_at))

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
      return t('history.restore.invalid', { field: nameOfField(outcome.field) })
  }
}
