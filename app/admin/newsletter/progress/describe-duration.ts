import { t } from '#app/admin/messages.ts'

/** About how long something takes. */
export function describeDuration(seconds: number): string {
  if (seconds < 90)
    return t('newsletterSending.duration.seconds', { count: Math.max(1, Math.round(seconds)) })
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return t('newsletterSending.duration.minutes', { count: minutes })
  return t('newsletterSending.duration.hours', { count: Math.round(minutes / 60) })
}
