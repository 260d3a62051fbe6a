import CalendarDays from 'lucide-react/icons/calendar-days'
import { Link } from 'react-router'
import { DRAFTS_PATH } from '#app/admin/article/article-paths.ts'
import { CALENDAR_PATH } from '#app/admin/ideas/idea-paths.ts'
import { t } from '#app/admin/messages.ts'
import { useMayOpen } from '#app/admin/shell/screen-link.tsx'

/** Leads to the calendar whoever does not come to it from the drafts. */
export function CalendarLink() {
  const hasDrafts = useMayOpen(DRAFTS_PATH)
  const hasCalendar = useMayOpen(CALENDAR_PATH)
  if (hasDrafts || !hasCalendar) return null
  return (
    <p className="mt-10 text-sm">
      <Link
        to={CALENDAR_PATH}
        className="inline-flex min-h-9 items-center gap-2 text-soft underline decoration-line underline-offset-4 hover:text-ink hover:decoration-current"
      >
        <CalendarDays aria-hidden size={16} />
        {t('myDesk.calendar')}
      </Link>
    </p>
  )
}
