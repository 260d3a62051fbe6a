import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { OUTBOX_PATH } from '#app/admin/kit/paths.ts'
import { useMayOpen } from '#app/admin/kit/session/member.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { mailSettingsQuery, TROUBLED, useMailLeaves } from '#app/admin/mail/mail-queries.ts'
import { SECTIONS, settingsPath } from '#app/admin/settings/sections.ts'
import type { MailSettingsState } from '#core/domain/mail-settings.ts'
import { splitLinkedText } from '#core/i18n/translator.ts'

const LINK = 'text-ink underline underline-offset-4'
const MAIL_PATH = settingsPath(SECTIONS.mail)

/** Says on the pages about mail that it stays in the outbox, or that it was refused, and what to do about that; nothing where it leaves. */
export function MailNotice({ className = 'mb-8' }: { className?: string }) {
  const leaves = useMailLeaves()
  const mayOpenSettings = useMayOpen()(MAIL_PATH)
  const trouble = useQuery({ ...mailSettingsQuery, enabled: mayOpenSettings }).data?.trouble
  if (leaves && trouble) return <MailTrouble trouble={trouble} className={className} />
  if (leaves !== false) return null
  if (!mayOpenSettings)
    return (
      <Notice tone="warning" className={`max-w-prose ${className}`} title={t('outbox.notice.title')}>
        {t('outbox.notice.member')}
      </Notice>
    )
  const { before, link, after } = splitLinkedText(t('outbox.notice.text'))
  return (
    <Notice tone="warning" className={`max-w-prose ${className}`} title={t('outbox.notice.title')}>
      <p>
        {before}
        <Link to={OUTBOX_PATH} className={LINK}>
          {link}
        </Link>
        {after}
      </p>
      <p>
        <Link to={MAIL_PATH} className={LINK}>
          {t('outbox.notice.setUp')}
        </Link>
      </p>
    </Notice>
  )
}

interface MailTroubleProps {
  trouble: NonNullable<MailSettingsState['trouble']>
  className?: string
}

/** Says that mail was refused, and that none has left since. */
export function MailTrouble({ trouble: { at, reason }, className = '' }: MailTroubleProps) {
  return (
    <Notice
      tone="problem"
      className={`max-w-prose wrap-anywhere ${className}`}
      title={t('outbox.trouble.title')}
    >
      <p>
        <LocalTime iso={at} precision="minute" />: {reason}
      </p>
      <p className="flex flex-wrap gap-x-5 gap-y-1">
        <Link to={MAIL_PATH} className={LINK}>
          {t('outbox.trouble.settings')}
        </Link>
        <Link to={`${OUTBOX_PATH}?status=${TROUBLED}`} className={LINK}>
          {t('outbox.trouble.mails')}
        </Link>
      </p>
    </Notice>
  )
}
