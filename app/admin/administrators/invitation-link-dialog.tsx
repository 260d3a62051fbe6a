import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { CopyButton } from '#app/admin/article/compare/copy-button.tsx'
import { t } from '#app/admin/messages.ts'
import { mailQuery } from '#app/admin/outbox/outbox-queries.ts'
import { findDeskLink } from '#app/admin/outbox/split-links.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'

export interface StoredInvitation {
  email: string
  mailId: string
}

/** Shows the link of an invitation whose mail stays in the outbox, to be passed on. It is read from that mail, once it is written. */
export function InvitationLinkDialog({ email, mailId, onClose }: StoredInvitation & { onClose: () => void }) {
  const { data: mail } = useQuery(mailQuery(mailId))
  const link = mail?.stored && findDeskLink(mail.stored.body_text)
  return (
    <ModalDialog title={t('administrators.outbox.title')} onClose={onClose}>
      <p className="text-sm text-soft wrap-anywhere">{t('administrators.outbox.text', { email })}</p>
      {link ? (
        <div className="mt-4 flex flex-wrap items-end gap-3">
          <TextField
            label={t('administrators.outbox.field')}
            readOnly
            value={link}
            className="min-w-0 grow basis-60"
            onFocus={(event) => event.target.select()}
          />
          <CopyButton text={() => link}>{t('outbox.mail.copyLink')}</CopyButton>
        </div>
      ) : (
        <p role="status" className="mt-4 text-sm">
          {t('administrators.outbox.writing')}
        </p>
      )}
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
        <Link
          to={`/admin/outbox?open=${mailId}`}
          className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
        >
          {t('administrators.outbox.open')}
        </Link>
        <Button variant="primary" onClick={onClose}>
          {t('administrators.outbox.close')}
        </Button>
      </div>
    </ModalDialog>
  )
}
