import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { aiModelQuery, modelProblemOf } from '#app/admin/ai/ai-model.tsx'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { useFollowing } from '#app/admin/translations/follow/follow-translations.tsx'
import { LanguageList } from '#app/admin/translations/language-list.tsx'
import type { UnsavedForm } from '#app/admin/translations/translations-card.tsx'
import { lastRunsQuery, ownIdQuery } from '#app/admin/translations/translations-queries.ts'
import { useTranslationStates } from '#app/admin/translations/use-translation-states.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import type { Article } from '#core/domain/article.ts'

/** The translations of an original, once everything about them is known. */
export function TranslationsOfOriginal({ article, form }: { article: Article; form: UnsavedForm }) {
  const model = useQuery(aiModelQuery)
  const { queries, loaded } = useTranslationStates(article.id)
  useAdoptOwnRuns(article.id)
  const [story, runs] = queries
  const pending = <ListSkeleton rows={5} />
  const failing = [story, runs].find((query) => query?.error) ?? story
  if (!failing) return null
  return (
    <QueryView query={failing} what={t('translations.what')} pending={pending}>
      {() => (
        <QueryView query={model} what={t('ai.what')} pending={pending}>
          {(state) =>
            loaded ? (
              <LanguageList article={article} form={form} problem={modelProblemOf(state)} {...loaded} />
            ) : (
              pending
            )
          }
        </QueryView>
      )}
    </QueryView>
  )
}

/** Goes on following what the editor asked for before the tab was loaded anew, and is still being done. */
function useAdoptOwnRuns(articleId: string): void {
  const { data: runs } = useQuery(lastRunsQuery(articleId))
  const { data: ownId } = useQuery(ownIdQuery)
  const { followed, follow } = useFollowing()
  const adopted = useRef<string | null>(null)
  useEffect(() => {
    if (!runs || !ownId || adopted.current === articleId) return
    adopted.current = articleId
    const own = runs.filter(
      ({ status, requested_by, language }) =>
        requested_by === ownId &&
        (status === 'queued' || status === 'running') &&
        !followed.some((one) => one.articleId === articleId && one.language === language),
    )
    if (own.length > 0) follow(own.map(({ language }) => ({ articleId, language, after: null })))
  }, [runs, ownId, followed, follow, articleId])
}
