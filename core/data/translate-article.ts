import { FunctionsHttpError } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { TranslationAnswer, TranslationRequest } from '#core/domain/translation-run.ts'

/** `refused` says why in a sentence of the server. */
export type TranslateOutcome =
  | { status: 'answered'; answer: TranslationAnswer }
  | { status: 'refused'; message: string }

const REFUSALS = new Set([400, 404, 409, 503])

/**
 * Has an original translated, or its translations brought up to date. It goes on when nobody waits for the answer.
 * @throws when the caller is not allowed to, or the request failed
 */
export async function translateArticle(
  client: Client,
  request: TranslationRequest,
): Promise<TranslateOutcome> {
  const { data, error } = await client.functions.invoke<TranslationAnswer>('translate-article', {
    body: request,
  })
  if (error) {
    const message = await messageOf(error)
    if (message === null) throw error
    return { status: 'refused', message }
  }
  if (!data) throw new TypeError('The function has returned nothing')
  return { status: 'answered', answer: data }
}

async function messageOf(error: unknown): Promise<string | null> {
  if (!(error instanceof FunctionsHttpError) || !REFUSALS.has(error.context.status)) return null
  const body: unknown = await error.context.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : null
}
