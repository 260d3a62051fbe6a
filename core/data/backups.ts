import { type Answer, callFunction } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import type { BackupScheduleInput, Backups, ConfirmedRestoration, Restoration } from '#core/domain/backup.ts'

/** @throws when the caller is not allowed to, or the request failed */
export async function readBackups(client: Client): Promise<Backups> {
  const { data, error } = await client.functions.invoke<Backups>('read-backups', { method: 'GET' })
  if (error) throw error
  if (!data) throw new TypeError('The function has returned nothing')
  return data
}

/** Requests a backup; refused while another one is under way. */
export const startBackup = (client: Client): Promise<Answer<{ id: string }>> =>
  callFunction(client, 'start-backup', {}, [409])

export async function saveBackupSchedule(client: Client, schedule: BackupScheduleInput): Promise<void> {
  const { error } = await client.functions.invoke('save-backup-schedule', { body: schedule })
  if (error) throw error
}

/** Returns the token with which a backup can be downloaded once; refused with `wrong_password`, or when it cannot be read. */
export const openBackupDownload = (
  client: Client,
  asked: { id: string; password: string },
): Promise<Answer<{ token: string }>> => callFunction(client, 'open-backup-download', asked, [400, 404, 503])

/** Returns the token with which an export can be downloaded once; refused with `wrong_password`, or while a backup is under way. */
export const openExportDownload = (
  client: Client,
  asked: { password: string; subscribers: boolean },
): Promise<Answer<{ token: string }>> => callFunction(client, 'open-export-download', asked, [400, 409, 503])

/** The restoration after which the site is on hold, for people of the desk; null when there is none. */
export async function findRestoration(client: Client): Promise<Restoration | null> {
  const { data } = await client.rpc('find_restoration').throwOnError()
  return data
}

/** Lets the site continue with the tasks that the site of the backup cannot have done. */
export async function confirmRestoration(client: Client): Promise<ConfirmedRestoration> {
  const { data } = await client.rpc('confirm_restoration').throwOnError()
  return data
}

/** Records whether an issue was sent after the backup. False when the question is no longer open. */
export async function answerRestoredIssue(
  client: Client,
  issueId: string,
  wasSent: boolean,
): Promise<boolean> {
  const { data } = await client
    .rpc('answer_restored_issue', { p_issue_id: issueId, p_was_sent: wasSent })
    .throwOnError()
  return data.status === 'answered'
}
