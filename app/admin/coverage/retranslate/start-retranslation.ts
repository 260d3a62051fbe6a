import type { Answer } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import { findLastRequest, type Retranslation, retranslateArticles } from '#core/data/translation-runs.ts'
import type { RetranslationResult } from '#core/domain/translation-batch.ts'

export type Started =
  | Extract<Answer<RetranslationResult>, { status: 'refused' }>
  | { status: 'answered'; data: Pick<RetranslationResult, 'found'>; requestedAt: string | null }

/** Begins to retranslate, and says when that was asked for, by which its runs are found. */
export async function startRetranslation(client: Client, retranslation: Retranslation): Promise<Started> {
  const answer = await retranslateArticles(client, retranslation)
  if (answer.status === 'refused') return answer
  return { status: 'answered', data: answer.data, requestedAt: await findLastRequest(client) }
}
