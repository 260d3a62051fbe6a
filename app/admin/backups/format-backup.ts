import { t } from '#app/admin/messages.ts'

const MEGABYTE = 1_000_000
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
const AGO = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** As `12.4 MB`; never 0, because no backup is empty. */
export function formatBytes(bytes: number): string {
  const [value, unit] = bytes < 1000 * MEGABYTE ? [bytes / MEGABYTE, 'MB'] : [bytes / (1000 * MEGABYTE), 'GB']
  return `${Math.max(0.1, Math.round(value * 10) / 10).toLocaleString('en-US')} ${unit}`
}

/** As `3 hours ago`, in the largest unit of which there is a whole one. */
export function formatAgo(iso: string, now = Date.now()): string {
  const age = Math.max(0, now - Date.parse(iso))
  const [unit, length] = UNITS.find(([, each]) => age >= each) ?? ['minute', 60_000]
  return age < 60_000 ? t('backups.justNow') : AGO.format(-Math.floor(age / length), unit)
}
