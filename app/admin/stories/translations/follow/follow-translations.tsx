import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { reviewPath } from '#app/admin/kit/paths.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import {
  describeEnd,
  endOf,
  type FollowedRun,
  hasSettled,
  runOf,
} from '#app/admin/stories/translations/follow/followed-runs.ts'
import { ACTION } from '#app/admin/stories/translations/row-actions.tsx'
import { lastRunsQuery, storyTranslationsKey } from '#app/admin/stories/translations/translations-queries.ts'
import { type ToastMessage, useToast } from '#app/components/ui/toast.tsx'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { RunState } from '#core/domain/translation-run.ts'

/** Polling, in case live updates do not arrive. */
const POLL_MS = 10_000

interface Following {
  followed: readonly FollowedRun[]
  follow(runs: readonly FollowedRun[]): void
  forget(articleId: string, languages: readonly TranslatedLanguage[]): void
}

const FollowContext = createContext<Following | null>(null)

export function useFollowing(): Following {
  const following = use(FollowContext)
  if (!following) throw new Error('useFollowing needs FollowTranslations above it')
  return following
}

/** Reports the end of translations requested on any page of the desk, once all of an article have ended. */
export function FollowTranslations({ children }: { children: React.ReactNode }) {
  const [followed, setFollowed] = useState<readonly FollowedRun[]>([])

  const forget = useCallback((articleId: string, languages: readonly TranslatedLanguage[]) => {
    setFollowed((known) =>
      known.filter((one) => one.articleId !== articleId || !languages.includes(one.language)),
    )
  }, [])
  const follow = useCallback((runs: readonly FollowedRun[]) => {
    setFollowed((known) => [...known.filter((one) => !runs.some((run) => isSame(run, one))), ...runs])
  }, [])
  const following = useMemo(() => ({ followed, follow, forget }), [followed, follow, forget])

  const articles = [...new Set(followed.map(({ articleId }) => articleId))]
  return (
    <FollowContext value={following}>
      {children}
      {articles.map((articleId) => (
        <FollowArticle key={articleId} articleId={articleId} />
      ))}
    </FollowContext>
  )
}

const isSame = (one: FollowedRun, other: FollowedRun) =>
  one.articleId === other.articleId && one.language === other.language

/** Adds a link to what the check has refused. */
function withLink(message: ToastMessage, { article_id: originalId, language }: RunState): ToastMessage {
  return {
    ...message,
    description: (
      <>
        <span>{message.description}</span>{' '}
        <Link to={reviewPath({ originalId, language }, { refused: true })} className={ACTION}>
          {t('translations.row.failuresName', { language: languageName(language) })}
        </Link>
      </>
    ),
  }
}

function FollowArticle({ articleId }: { articleId: string }) {
  const { followed, forget } = useFollowing()
  const { toast } = useToast()
  const queries = useQueryClient()
  const { data: runs } = useQuery({ ...lastRunsQuery(articleId), refetchInterval: POLL_MS })

  useEffect(() => {
    const own = followed.filter((one) => one.articleId === articleId)
    if (!runs || own.length === 0 || !own.every((one) => hasSettled(one, runs))) return
    const settled = own.flatMap((one) => runOf(one, runs) ?? [])
    const message = describeEnd(endOf(settled))
    forget(
      articleId,
      own.map(({ language }) => language),
    )
    void queries.invalidateQueries({ queryKey: storyTranslationsKey(articleId) })
    const refused = settled.find(({ status, attempt }) => status === 'failed' && attempt > 1)
    if (message) toast(refused ? withLink(message, refused) : message)
  }, [followed, runs, articleId, forget, queries, toast])
  return null
}
