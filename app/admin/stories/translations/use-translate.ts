import { useQueryClient } from '@tanstack/react-query'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { AI_MODEL_KEY } from '#app/admin/settings/ai/ai-model.tsx'
import { useFollowing } from '#app/admin/stories/translations/follow/follow-translations.tsx'
import { runOf } from '#app/admin/stories/translations/follow/followed-runs.ts'
import {
  lastRunsKey,
  lastRunsQuery,
  storyTranslationsKey,
} from '#app/admin/stories/translations/translations-queries.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { translateArticle } from '#core/data/translation-runs.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { hasEnded, type RunState } from '#core/domain/translation-run.ts'

export interface TranslateRequest {
  kind: 'translate' | 'retry' | 'update'
  languages: readonly TranslatedLanguage[]
  /** True if unchanged segments are translated again, too. */
  renewAll?: boolean
}

/** Requests translations of an original. Their end is reported on any page of the desk. */
export function useTranslate(articleId: string) {
  const queries = useQueryClient()
  const { follow, forget } = useFollowing()
  const { toast } = useToast()

  return async function translate({ kind, languages, renewAll = false }: TranslateRequest): Promise<void> {
    const before = queries.getQueryData<RunState[]>(lastRunsKey(articleId)) ?? []
    const requested = languages.map((language) => {
      const last = before.find((run) => run.language === language)
      return { articleId, language, after: last && hasEnded(last) ? last.id : null }
    })
    follow(requested)

    async function fail(description: string) {
      const runs = await queries
        .fetchQuery({ ...lastRunsQuery(articleId), staleTime: 0 })
        .catch(() => [] as RunState[])
      // The response may be lost after the runs were created.
      const begun = requested.filter((one) => runOf(one, runs))
      forget(
        articleId,
        languages.filter((language) => !begun.some((one) => one.language === language)),
      )
      if (begun.length === 0) toast({ title: t('ui.error'), description, variant: 'destructive' })
    }

    try {
      const outcome = await signedIn((client) =>
        translateArticle(client, {
          articleId,
          targetLanguages: [...languages],
          retryFailed: kind === 'retry',
          renewAll,
        }),
      )
      if (outcome.status === 'refused') {
        void queries.invalidateQueries({ queryKey: AI_MODEL_KEY })
        return await fail(t('translations.toast.refused', { message: outcome.message }))
      }
      await Promise.all(
        [storyTranslationsKey(articleId), lastRunsKey(articleId)].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      )
      const { successful, failed, running } = outcome.data.results
      const known = new Set([...successful, ...failed, ...running].map(({ language }) => language))
      // Languages without a run need no translation any more.
      forget(
        articleId,
        languages.filter((language) => !known.has(language)),
      )
    } catch (error) {
      await fail(
        kind === 'update'
          ? t('translations.toast.notUpdated')
          : t('translations.toast.refused', { message: describeError(error) }),
      )
    }
  }
}
