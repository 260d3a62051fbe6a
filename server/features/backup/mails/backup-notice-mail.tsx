import type { BackupTrouble } from '#core/domain/backup.ts'
import type { Translate } from '#core/i18n/translator.ts'
import type { sendBackupNoticeJob } from '#server/features/backup/jobs.ts'
import type { Services } from '#server/features/services.ts'
import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'
import { momentInWords } from '#server/platform/moment-in-words.ts'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'
import { AccountMail, DESK_LANGUAGE } from '#server/supabase/auth/mails/account-mails.tsx'

type Trouble = Pick<BackupTrouble, 'kind' | 'reason'> & {
  /** When the last good backup was made; null when there is none. */
  lastGood: Date | null
}

/** Mails an administrator that a backup failed, or that none was made. */
export async function sendBackupNotice(
  deps: Services,
  { userId, troubleId }: JobPayload<typeof sendBackupNoticeJob>,
  run: JobRun<typeof sendBackupNoticeJob>,
): Promise<void> {
  await deliverMail(deps, run, async (transaction) => {
    const [user] = await transaction<{ email: string }[]>`
      select email from auth.users where id = ${userId} and private.can_administrate(id)`
    const [trouble] = await transaction<Trouble[]>`
      select kind, reason, (select max(made_at) from private.backups where status = 'done' and made_at < began_at) as "lastGood"
      from private.backup_troubles where id = ${troubleId}`
    if (!user || !trouble) return null
    const zone = deps.settings.current().newsletter_zone
    const content = await backupNoticeMail({ ...trouble, siteUrl: deps.siteUrl, zone })
    return { mail: { ...content, to: user.email }, withdraw: async () => {} }
  })
}

type BackupNoticeProps = Trouble & { siteUrl: string; zone: string }

export function backupNoticeMail(props: BackupNoticeProps): Promise<MailContent> {
  const t = mailTranslator(DESK_LANGUAGE)
  const subject = props.kind === 'failed' ? 'A backup has failed' : 'A backup is missing'
  return systemMail({
    language: DESK_LANGUAGE,
    subject: `${subject} (${t('site.name')})`,
    preheader: props.reason,
    body: <Notice t={t} {...props} />,
  })
}

function Notice({ t, siteUrl, kind, reason, lastGood, zone }: { t: Translate } & BackupNoticeProps) {
  const last = lastGood
    ? `The last good backup is of ${momentInWords(lastGood, zone)}.`
    : 'There is no good backup yet.'
  const happened = kind === 'failed' ? `A backup of ${t('site.name')} has failed: ${reason}` : reason
  return (
    <AccountMail
      t={t}
      link={{ label: 'Look at the Backups', href: `${siteUrl}/admin/backups` }}
      notes={[
        'You get one mail when this begins, and another one after a week if no backup was made since.',
        `You receive this email because you are an administrator of ${t('site.name')}.`,
      ]}
    >
      <Paragraph>{happened}</Paragraph>
      <Paragraph>{last}</Paragraph>
    </AccountMail>
  )
}
