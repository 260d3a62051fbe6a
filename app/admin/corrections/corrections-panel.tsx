import { useQuery } from '@tanstack/react-query'
import { CorrectionForm } from '#app/admin/corrections/correction-form.tsx'
import { CorrectionList, type Moved } from '#app/admin/corrections/correction-list.tsx'
import { CORRECTIONS_KEY, correctionsQuery } from '#app/admin/corrections/corrections-queries.ts'
import { describeRefusal } from '#app/admin/corrections/describe-refusal.ts'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { addCorrection } from '#core/data/article-corrections.ts'
import type { Article } from '#core/domain/article.ts'

interface CorrectionsPanelProps {
  article: Article
  onChanged: (article: Article) => void
}

/** The corrections of a published article, and another one. */
export function CorrectionsPanel({ article, onChanged }: CorrectionsPanelProps) {
  const { toast } = useToast()
  const corrections = useQuery({ ...correctionsQuery(article.id), enabled: article.published })
  const add = useDeskMutation({ run: addCorrection, invalidates: [CORRECTIONS_KEY] })

  /** When somebody else has saved the article meanwhile, its form is not told, and finds that out when it saves. */
  function follow({ replaced, updated_at }: Moved) {
    if (replaced === article.updated_at) onChanged({ ...article, updated_at })
  }

  async function submit(text: string): Promise<string | null> {
    const answer = await add.mutateAsync({ articleId: article.id, text })
    if (answer.status !== 'added') return describeRefusal(answer.status)
    follow(answer)
    toast({ title: t('ui.success'), description: t('corrections.added') })
    return null
  }

  if (!article.published) return null
  return (
    <PageSection id="corrections" title={t('corrections.title')} intro={t('corrections.intro')}>
      <QueryView query={corrections} what={t('corrections.what')} pending={<ListSkeleton rows={2} />}>
        {(rows) => <CorrectionList corrections={rows} onMoved={follow} />}
      </QueryView>
      <CorrectionForm
        label={t('corrections.new')}
        hint={t('corrections.new.hint')}
        action={t('corrections.add')}
        busyAction={t('corrections.add.busy')}
        submit={submit}
        className="mt-6 max-w-prose"
      />
    </PageSection>
  )
}
