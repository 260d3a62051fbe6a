import CalendarDays from 'lucide-react/icons/calendar-days'
import Mail from 'lucide-react/icons/mail'
import { Link } from 'react-router'
import { DRAFTS_PATH } from '#app/admin/article/article-paths.ts'
import { CALENDAR_PATH } from '#app/admin/ideas/idea-paths.ts'
import { t } from '#app/admin/messages.ts'
import { NEWSLETTER_PATH } from '#app/admin/newsletter/newsletter-paths.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { useMayOpen } from '#app/admin/shell/screen-link.tsx'

/** Leads to the calendar whoever does not come to it from the drafts, and who makes the newsletter also to that. */
export function DeskLinks() {
  const hasDrafts = useMayOpen(DRAFTS_PATH)
  const makesNewsletter = useMember().role === 'newsletter'
  if (hasDrafts) return null
  return (
    <ul className="mt-10 space-y-1 text-sm">
      {makesNewsletter && <DeskLink to={NEWSLETTER_PATH} icon={Mail} text={t('myDesk.newsletter')} />}
      <DeskLink to={CALENDAR_PATH} icon={CalendarDays} text={t('myDesk.calendar')} />
    </ul>
  )
}

function DeskLink({ to, icon: Icon, text }: { to: string; icon: typeof Mail; text: string }) {
  return (
    <li>
      <Link
        to={to}
        className="inline-flex min-h-9 items-center gap-2 text-soft underline decoration-line underline-offset-4 hover:text-ink hover:decoration-current"
      >
        <Icon aria-hidden size={16} />
        {text}
      </Link>
    </li>
  )
}
