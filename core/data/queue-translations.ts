import { FunctionsHttpError } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type {
  RequestedTranslation,
  RetranslationPlan,
  RetranslationResult,
} from '#core/domain/translation-batch.ts'

/** `refused` says why in a sentence of the server, such as that no model is set up. */
export type Answer<Data> = { status: 'answered'; data: Data } | { status: 'refused'; message: string }

const REFUSALS = new Set([400, 409, 503])

/**
 * Has translations made or brought up to date, without waiting for them.
 * @throws when the caller is not allowed to, or the request failed
 */
export function queueTranslations(
  client: Client,
  translations: readonly RequestedTranslation[],
): Promise<Answer<{ queued: number }>> {
  return call(client, 'queue-translations', { translations })
}

export interface Retranslation {
  languages: readonly TranslatedLanguage[]
  batchSize: number
}

/** Says what `retranslateArticles` would do. @throws as above */
export function planRetranslation(
  client: Client,
  retranslation: Retranslation,
): Promise<Answer<RetranslationPlan>> {
  return call(client, 'retranslate-articles', { ...retranslation, dryRun: true })
}

/** Brings all translations into these languages up to date. The answer may come before the end. @throws as above */
export function retranslateArticles(
  client: Client,
  retranslation: Retranslation,
): Promise<Answer<RetranslationResult>> {
  return call(client, 'retranslate-articles', { ...retranslation, dryRun: false })
}

async function call<Data>(client: Client, name: string, body: object): Promise<Answer<Data>> {
  const { data, error } = await client.functions.invoke<Data>(name, { body: { ...body } })
  if (error) {
    const message = await messageOf(error)
    if (message === null) throw error
    return { status: 'refused', message }
  }
  if (!data) throw new TypeError('The function has returned nothing')
  return { status: 'answered', data }
}

async function messageOf(error: unknown): Promise<string | null> {
  if (!(error instanceof FunctionsHttpError) || !REFUSALS.has(error.context.status)) return null
  const body: unknown = await error.context.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : null
}
