import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { CopyField } from '#app/admin/kit/ui/copy-button.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { mailQuery } from '#app/admin/mail/outbox/outbox-queries.ts'
import { findDeskLink } from '#app/admin/mail/outbox/split-links.ts'

export interface StoredInvitation {
  email: string
  mailId: string
}

/** Shows the link of an invitation whose mail stays in the outbox, to be passed on. It is read from that mail, once it is written. */
export function InvitationLink({ email, mailId }: StoredInvitation) {
  const { data: mail } = useQuery(mailQuery(mailId))
  const link = mail?.stored && findDeskLink(mail.stored.body_text)
  return (
    <Notice tone="warning" role="status" className="max-w-prose" title={t('people.outbox.title')}>
      <p className="wrap-anywhere">{t('people.outbox.text', { email })}</p>
      {link ? (
        <CopyField label={t('people.outbox.field')} value={link} action={t('outbox.mail.copyLink')} />
      ) : (
        <p>{t('people.outbox.writing')}</p>
      )}
      <Link
        to={`/admin/outbox?open=${mailId}`}
        className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-ink"
      >
        {t('people.outbox.open')}
      </Link>
    </Notice>
  )
}
