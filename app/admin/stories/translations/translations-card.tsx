import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath, reviewPath } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { aiModelQuery, modelProblemOf } from '#app/admin/settings/ai/ai-model.tsx'
import { RailSection } from '#app/admin/stories/article-form/rail-section.tsx'
import { useFollowing } from '#app/admin/stories/translations/follow/follow-translations.tsx'
import { LanguageList } from '#app/admin/stories/translations/language-list.tsx'
import { ACTION } from '#app/admin/stories/translations/row-actions.tsx'
import { StateHints, StatusBadge } from '#app/admin/stories/translations/translation-status.tsx'
import {
  lastRunsQuery,
  ownIdQuery,
  storyTranslationsQuery,
  useTranslationStates,
} from '#app/admin/stories/translations/translations-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { Article } from '#core/domain/article.ts'
import type { StoryVersion } from '#core/domain/article-schedule.ts'

interface OriginalCardProps {
  /** A translation. */
  article: Article
  originalId: string
}

/** The form of the article, of which only what is saved is translated. */
export interface UnsavedForm {
  /** Takes in what was typed in the moment before. */
  isDirty(): boolean
  /** Answers whether it was saved; if not, the form says why. */
  save(): Promise<boolean>
}

interface TranslationsCardProps {
  article: Article
  form: UnsavedForm
}

/** Of an original its translations with what can be done with them, of a translation its original. */
export function TranslationsCard({ article, form }: TranslationsCardProps) {
  const originalId = article.original_article_id
  return (
    <RailSection
      id="translations"
      title={originalId === null ? t('translations.title') : t('translations.original.title')}
    >
      {originalId === null ? (
        <TranslationsOfOriginal article={article} form={form} />
      ) : (
        <OriginalCard article={article} originalId={originalId} />
      )}
    </RailSection>
  )
}

/** Leads from a translation to its original, where it is translated, and to its review. */
function OriginalCard({ article, originalId }: OriginalCardProps) {
  const story = useQuery(storyTranslationsQuery(originalId))
  return (
    <QueryView query={story} what={t('translations.what')} pending={<ListSkeleton rows={2} />}>
      {({ versions }) => {
        const original = versions.find((version) => version.is_original)
        return original ? (
          <Original article={article} original={original} />
        ) : (
          <p className="text-faint text-sm">{t('translations.original.gone')}</p>
        )
      }}
    </QueryView>
  )
}

function Original({ article, original }: { article: Article; original: StoryVersion }) {
  const { toast } = useToast()
  const { loaded } = useTranslationStates(original.id)
  const state = loaded?.states.find(({ language }) => language === article.language)
  return (
    <div className="space-y-3 text-sm">
      <p>
        <Link to={editArticlePath(original)} className={`${ACTION} break-words`}>
          {original.title || t('article.untitled')}
        </Link>
      </p>
      {state && (
        <div className="space-y-1.5">
          <StatusBadge status={state.status} />
          <StateHints hints={state.hints} />
          <Link to={reviewPath({ originalId: original.id, language: state.language })} className={ACTION}>
            {t('translations.original.review')}
          </Link>
        </div>
      )}
      <p id="only-originals" className="text-soft">
        {t('translations.original.where')}
      </p>
      <Button
        size="sm"
        variant="secondary"
        aria-describedby="only-originals"
        onClick={() =>
          toast({
            title: t('ui.error'),
            description: t('translations.original.only'),
            variant: 'destructive',
          })
        }
      >
        {t('translations.action.update')}
      </Button>
    </div>
  )
}

/** The translations of an original, once everything about them is known. */
function TranslationsOfOriginal({ article, form }: { article: Article; form: UnsavedForm }) {
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
