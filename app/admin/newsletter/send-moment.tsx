import { useQuery } from '@tanstack/react-query'
import { formatHere, formatPlanned } from '#app/admin/kit/ui/format.ts'
import { settingsQuery } from '#app/admin/settings/settings-queries.ts'
import type { SundaySchedule } from '#core/domain/newsletter-schedule.ts'
import { htmlTime } from '#core/i18n/dates.ts'

/** Returns when the newsletter goes out; undefined until the settings are here. */
export function useSundaySchedule(): SundaySchedule | undefined {
  const { data } = useQuery(settingsQuery)
  return data && { ...data.defaults, ...data.stored }
}

/** Shows when an issue goes out, with the zone of the newsletter. */
export function SendMoment({ iso }: { iso: string }) {
  const zone = useSundaySchedule()?.newsletter_zone
  const moment = new Date(iso)
  return <time dateTime={htmlTime(iso)}>{zone ? formatPlanned(moment, zone) : formatHere(moment)}</time>
}
