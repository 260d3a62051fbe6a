import type { BackupTrouble } from '#core/domain/backup.ts'
import { listMailedAdministrators } from '#server/features/administration/mailed-administrators.ts'
import { sendBackupNoticeJob } from '#server/features/backup/jobs.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** While a trouble lasts, administrators are reminded of it this often. */
const REMINDED_AFTER_DAYS = 7

/**
 * Records that a backup failed or is missing. The first time since the last good one, all administrators are mailed; what follows is the
 * same trouble, and only changes its reason.
 */
export async function beginTrouble(
  { queue }: Pick<Services, 'queue'>,
  transaction: Session,
  { kind, reason }: Pick<BackupTrouble, 'kind' | 'reason'>,
): Promise<void> {
  const [begun] = await transaction<{ id: string }[]>`
    insert into private.backup_troubles (kind, reason) values (${kind}, ${reason}) on conflict do nothing returning id`
  if (begun) return mailAdministrators({ queue }, transaction, begun.id)
  // A failed backup says more than a missing one.
  if (kind === 'failed')
    await transaction`
      update private.backup_troubles set kind = ${kind}, reason = ${reason} where ended_at is null`
}

export async function endTrouble(transaction: Session): Promise<void> {
  await transaction`update private.backup_troubles set ended_at = now() where ended_at is null`
}

/** Mails all administrators once more when a trouble has lasted for a week. */
export async function remindOfTrouble({ sql, queue }: Pick<Services, 'sql' | 'queue'>): Promise<void> {
  await sql.transaction(async (transaction) => {
    const reminded = await transaction<{ id: string }[]>`
      update private.backup_troubles set mailed_at = now()
      where ended_at is null and mailed_at < now() - make_interval(days => ${REMINDED_AFTER_DAYS}) returning id`
    for (const { id } of reminded) await mailAdministrators({ queue }, transaction, id)
  })
}

async function mailAdministrators(
  { queue }: Pick<Services, 'queue'>,
  transaction: Session,
  id: string,
): Promise<void> {
  for (const userId of await listMailedAdministrators(transaction)) {
    await queue.enqueue(sendBackupNoticeJob, { userId, troubleId: Number(id) }, { transaction })
  }
}
