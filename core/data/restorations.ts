import type { Client } from '#core/data/client.ts'
import type { ConfirmedRestoration, Restoration } from '#core/domain/restoration.ts'

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
