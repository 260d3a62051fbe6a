import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useMemo, useState } from 'react'
import {
  describeEnd,
  endOf,
  type FollowedRun,
  hasSettled,
  runOf,
} from '#app/admin/translations/follow/followed-runs.ts'
import { lastRunsQuery, storyTranslationsKey } from '#app/admin/translations/translations-queries.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'

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

function FollowArticle({ articleId }: { articleId: string }) {
  const { followed, forget } = useFollowing()
  const { toast } = useToast()
  const queries = useQueryClient()
  const { data: runs } = useQuery({ ...lastRunsQuery(articleId), refetchInterval: POLL_MS })

  useEffect(() => {
    const own = followed.filter((one) => one.articleId === articleId)
    if (!runs || own.length === 0 || !own.every((one) => hasSettled(one, runs))) return
    const message = describeEnd(endOf(own.flatMap((one) => runOf(one, runs) ?? [])))
    forget(
      articleId,
      own.map(({ language }) => language),
    )
    void queries.invalidateQueries({ queryKey: storyTranslationsKey(articleId) })
    if (message) toast(message)
  }, [followed, runs, articleId, forget, queries, toast])
  return null
}
