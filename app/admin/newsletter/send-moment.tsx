import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/messages.ts'
import { formatHere, formatIn } from '#app/admin/schedule/format-time.ts'
import { settingsQuery } from '#app/admin/settings/settings-queries.ts'
import type { SundaySchedule } from '#core/domain/newsletter-schedule.ts'

/** When the newsletter goes out; undefined until the settings are here. */
export function useSundaySchedule(): SundaySchedule | undefined {
  const { data } = useQuery(settingsQuery)
  return data && { ...data.defaults, ...data.stored }
}

/** A moment by the clocks of the newsletter's zone, and by those here where they show something else. */
export function describeSendMoment(moment: Date, zone: string): string {
  const there = t('schedule.when', { when: formatIn(zone, moment), zone })
  const isSame = formatIn(zone, moment) === formatIn(hereZone(), moment)
  return isSame ? there : t('newsletter.moment', { there, here: formatHere(moment) })
}

const hereZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** When an issue goes out, with the zone of the newsletter. */
export function SendMoment({ iso }: { iso: string }) {
  const zone = useSundaySchedule()?.newsletter_zone
  const moment = new Date(iso)
  return <time dateTime={iso}>{zone ? describeSendMoment(moment, zone) : formatHere(moment)}</time>
}
