import { Link } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { useMailLeaves } from '#app/admin/outbox/mail-transport.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import { splitLinkedText } from '#core/i18n/translator.ts'

const LINK = 'text-ink underline underline-offset-4'

/** Says on the pages about mail that it stays in the outbox, and what to do about that; nothing where it leaves. */
export function MailNotice({ className = 'mb-8' }: { className?: string }) {
  if (useMailLeaves() !== false) return null
  const { before, link, after } = splitLinkedText(t('outbox.notice.text'))
  return (
    <Notice tone="warning" className={`max-w-prose ${className}`} title={t('outbox.notice.title')}>
      <p>
        {before}
        <Link to="/admin/outbox" className={LINK}>
          {link}
        </Link>
        {after}
      </p>
      <p>
        {t('outbox.notice.setUp')}{' '}
        <Link to="/admin/outbox#health" className={LINK}>
          {t('outbox.notice.health')}
        </Link>
      </p>
    </Notice>
  )
}
