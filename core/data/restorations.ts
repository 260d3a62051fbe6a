import type { Client } from '#core/data/client.ts'
import type { ConfirmedRestoration, Restoration } from '#core/domain/restoration.ts'

/** That the site was restored and is held, as people of the desk are told; null when it is not. */
export async function findRestoration(client: Client): Promise<Restoration | null> {
  const { data } = await client.rpc('find_restoration').throwOnError()
  return data
}

/** Lets the site go on with what the site of the backup cannot have done. */
export async function confirmRestoration(client: Client): Promise<ConfirmedRestoration> {
  const { data } = await client.rpc('confirm_restoration').throwOnError()
  return data
}

/** Says whether an issue was sent after the backup. False when nobody asks any more. */
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
