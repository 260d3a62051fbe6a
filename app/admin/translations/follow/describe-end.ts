import { t } from '#app/admin/messages.ts'
import type { FollowedEnd } from '#app/admin/translations/follow/followed-runs.ts'
import { listLanguages } from '#app/admin/translations/list-languages.ts'
import type { ToastMessage } from '#app/components/ui/toast.tsx'

/** What is told when translations have ended; null when somebody has cancelled them all, and knows. */
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
