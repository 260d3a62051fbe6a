import type { Client } from '#core/data/client.ts'
import { type PageOptions, partOf } from '#core/data/postgrest.ts'
import type {
  ClaimAnswer,
  FoundClaim,
  TakenTranslation,
  TranslationQueue,
} from '#core/domain/translation-claim.ts'

export interface QueueOptions extends PageOptions {
  language: string | null
  /** Only translations that this person has or is asked about. */
  person: string | null
  /** Only translations that nobody has. */
  isFree: boolean
}

/** A page of the waiting translations, in the order of assignment. @throws with code 42501 if the caller does not translate */
export async function listTranslationQueue(
  client: Client,
  { language, person, isFree, ...part }: QueueOptions,
): Promise<TranslationQueue> {
  const { data } = await client
    .rpc('list_translation_queue', {
      p_language: language,
      p_person: person,
      p_free: isFree,
      ...partOf(part),
    })
    .throwOnError()
  return data
}

/** Claims the next translation in the languages of the caller, or in one of them. */
export async function takeNextTranslation(
  client: Client,
  language: string | null,
): Promise<TakenTranslation> {
  const { data } = await client.rpc('take_next_translation', { p_language: language }).throwOnError()
  return data
}

export interface ClaimedPlace {
  originalId: string
  language: string
}

/** Claims a translation; an editor can take over one of a colleague. */
export async function claimTranslation(
  client: Client,
  { originalId, language }: ClaimedPlace,
  { takesOver = false }: { takesOver?: boolean } = {},
): Promise<ClaimAnswer> {
  const { data } = await client
    .rpc('claim_translation', { p_original_id: originalId, p_language: language, p_take_over: takesOver })
    .throwOnError()
  return data
}

/** Returns a translation to the queue; false when the caller did not have it. */
export async function giveBackTranslation(
  client: Client,
  { originalId, language }: ClaimedPlace,
): Promise<boolean> {
  const { data } = await client
    .rpc('give_back_translation', { p_original_id: originalId, p_language: language })
    .throwOnError()
  return data.status === 'given_back'
}

/** The claim to a translation; null if the caller does not translate it. */
export async function findTranslationClaim(
  client: Client,
  { originalId, language }: ClaimedPlace,
): Promise<FoundClaim | null> {
  const { data } = await client
    .rpc('find_translation_claim', { p_original_id: originalId, p_language: language })
    .throwOnError()
  return data
}
