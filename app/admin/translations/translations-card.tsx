import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { editArticlePath } from '#app/admin/article/article-paths.ts'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { ACTION } from '#app/admin/translations/row-actions.tsx'
import { StateHints } from '#app/admin/translations/state-hints.tsx'
import { StatusBadge } from '#app/admin/translations/status-badge.tsx'
import { reviewPath } from '#app/admin/translations/translation-paths.ts'
import { TranslationsOfOriginal } from '#app/admin/translations/translations-of-original.tsx'
import { storyTranslationsQuery } from '#app/admin/translations/translations-queries.ts'
import { useTranslationStates } from '#app/admin/translations/use-translation-states.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
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
    <section aria-labelledby="translations" className="border-line border-t pt-5">
      <h2 id="translations" tabIndex={-1} className="mb-3 font-semibold">
        {originalId === null ? t('translations.title') : t('translations.original.title')}
      </h2>
      {originalId === null ? (
        <TranslationsOfOriginal article={article} form={form} />
      ) : (
        <OriginalCard article={article} originalId={originalId} />
      )}
    </section>
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
