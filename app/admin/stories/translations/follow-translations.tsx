import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { reviewPath } from '#app/admin/kit/paths.ts'
import { languageName, listLanguages } from '#app/admin/kit/ui/format.ts'
import { ACTION } from '#app/admin/stories/translations/row-actions.tsx'
import { lastRunsQuery, storyTranslationsKey } from '#app/admin/stories/translations/translations-queries.ts'
import { type ToastMessage, useToast } from '#app/components/ui/toast.tsx'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { hasEnded, type RunState } from '#core/domain/translation-run.ts'

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

/** A requested translation whose end is to be reported. */
interface FollowedRun {
  articleId: string
  language: TranslatedLanguage
  /** The last run that had ended before the request. */
  after: string | null
}

/** The results of followed translations. */
interface FollowedEnd {
  succeeded: TranslatedLanguage[]
  failed: { language: TranslatedLanguage; reason: string | null }[]
  paused: { language: TranslatedLanguage; reason: string | null }[]
  cancelled: TranslatedLanguage[]
}

/** The followed run; null before it exists. */
export function runOf({ language, after }: FollowedRun, runs: readonly RunState[]): RunState | null {
  return runs.find((run) => run.language === language && run.id !== after) ?? null
}

/** Tells whether it has ended or is paused. */
export function hasSettled(followed: FollowedRun, runs: readonly RunState[]): boolean {
  const run = runOf(followed, runs)
  return run !== null && (hasEnded(run) || run.status === 'paused')
}

/** The results of runs that have all settled. */
export function endOf(settled: readonly RunState[]): FollowedEnd {
  const runsWith = (status: RunState['status']) => settled.filter((run) => run.status === status)
  const languagesOf = (status: RunState['status']) => runsWith(status).map(({ language }) => language)
  const reasonsOf = (status: RunState['status']) =>
    runsWith(status).map(({ language, reason }) => ({ language, reason }))
  return {
    succeeded: languagesOf('succeeded'),
    failed: reasonsOf('failed'),
    paused: reasonsOf('paused'),
    cancelled: languagesOf('cancelled'),
  }
}

/** The toast for ended translations; null when all were cancelled. */
export function describeEnd({ succeeded, failed, paused }: FollowedEnd): ToastMessage | null {
  const stopped = [...failed, ...paused]
  if (succeeded.length === 0 && stopped.length === 0) return null
  if (stopped.length === 0)
    return {
      title: t('translations.toast.complete'),
      description: t('translations.toast.completeIn', { languages: listLanguages(succeeded) }),
    }
  if (succeeded.length === 0) {
    const isPaused = failed.length === 0
    const [reason, ...others] = new Set(stopped.map((one) => one.reason))
    return {
      title: t(isPaused ? 'translations.toast.paused' : 'translations.toast.failed'),
      description: (others.length === 0 && reason) || t('translations.toast.fallback'),
      variant: 'destructive',
    }
  }
  const count = succeeded.length + stopped.length
  const counts = [t('translations.toast.done', { done: succeeded.length, count })]
  if (failed.length > 0)
    counts.push(t('translations.toast.failedIn', { number: failed.length, languages: namesOf(failed) }))
  if (paused.length > 0)
    counts.push(t('translations.toast.pausedIn', { number: paused.length, languages: namesOf(paused) }))
  return {
    title: t('translations.toast.partial'),
    description: counts.join(' '),
    variant: 'destructive',
  }
}

const namesOf = (ended: FollowedEnd['failed']) => listLanguages(ended.map(({ language }) => language))
