import { t } from '#app/admin/kit/messages.ts'
import { listLanguages } from '#app/admin/kit/ui/format.ts'
import type { ToastMessage } from '#app/components/ui/toast.tsx'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { hasEnded, type RunState } from '#core/domain/translation-run.ts'

/** A requested translation whose end is to be reported. */
export interface FollowedRun {
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
