import type { BackupTrouble } from '#core/domain/backup.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { findAdministrator } from '#server/features/administration/mailed-administrators.ts'
import type { sendBackupNoticeJob } from '#server/features/backup/jobs.ts'
import type { Services } from '#server/features/services.ts'
import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'
import { momentInWords } from '#server/platform/moment-in-words.ts'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'
import { AccountMail } from '#server/supabase/auth/mails/account-mails.tsx'

type Trouble = Pick<BackupTrouble, 'kind' | 'reason'> & {
  /** The time of the last good backup; null when there is none. */
  lastGood: Date | null
}

/** Mails an administrator that a backup failed, or that none was made. */
export async function sendBackupNotice(
  deps: Services,
  { userId, troubleId }: JobPayload<typeof sendBackupNoticeJob>,
  run: JobRun<typeof sendBackupNoticeJob>,
): Promise<void> {
  await deliverMail(deps, run, async (transaction) => {
    const user = await findAdministrator(transaction, userId)
    const [trouble] = await transaction<Trouble[]>`
      select kind, reason, (select max(made_at) from private.backups where status = 'done' and made_at < began_at) as "lastGood"
      from private.backup_troubles where id = ${troubleId}`
    if (!user || !trouble) return null
    const zone = deps.settings.current().newsletter_zone
    const content = await backupNoticeMail({
      ...trouble,
      language: user.language,
      siteUrl: deps.siteUrl,
      zone,
    })
    return { mail: { ...content, to: user.email }, withdraw: async () => {} }
  })
}

type BackupNoticeProps = Trouble & { siteUrl: string; language: Language; zone: string }

export function backupNoticeMail(props: BackupNoticeProps): Promise<MailContent> {
  const t = mailTranslator(props.language)
  return systemMail({
    language: props.language,
    subject: t(`mail.backup.${props.kind}.subject`),
    preheader: lastBackup(t, props),
    body: <Notice t={t} {...props} />,
  })
}

function Notice({ t, ...props }: { t: Translate } & BackupNoticeProps) {
  const { siteUrl, kind, reason } = props
  return (
    <AccountMail
      t={t}
      link={{ label: t('mail.backup.button'), href: `${siteUrl}/admin/backups` }}
      notes={[t('mail.backup.once'), t('mail.notice.administrator')]}
    >
      <Paragraph>{t(`mail.backup.${kind}.body`)}</Paragraph>
      <Paragraph>{t('mail.notice.why', { reason })}</Paragraph>
      <Paragraph>{lastBackup(t, props)}</Paragraph>
    </AccountMail>
  )
}

function lastBackup(t: Translate, { lastGood, zone, language }: BackupNoticeProps): string {
  return lastGood
    ? t('mail.backup.last', { time: momentInWords(lastGood, zone, language) })
    : t('mail.backup.none')
}
