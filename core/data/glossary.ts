import { FunctionsHttpError } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import { containsCondition, type Page, type PageOptions, readPage } from '#core/data/postgrest.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type {
  AffectedTranslations,
  GlossaryProposal,
  GlossaryTerm,
  ProposalWithExamples,
} from '#core/domain/glossary-term.ts'
import { type GlossaryTermValues, MAX_TERMS } from '#core/domain/glossary-term-input.ts'

export interface GlossaryListOptions extends PageOptions {
  /** Part of a term or of its translation. */
  search: string
  language: TranslatedLanguage | null
  rule: GlossaryTerm['rule'] | null
  sort: { by: 'term' | 'language' | 'updated_at'; descending: boolean }
}

/** A page of the glossary. */
export async function listGlossaryTerms(
  client: Client,
  { search, language, rule, sort, ...page }: GlossaryListOptions,
): Promise<Page<GlossaryTerm>> {
  let query = client.from('glossary_terms').select('*', { count: 'exact' })
  if (language) query = query.eq('language', language)
  if (rule) query = query.eq('rule', rule)
  const text = search.trim()
  if (text) {
    const contains = containsCondition(text)
    query = query.or(`term.${contains},translation.${contains}`)
  }
  query = query.order(sort.by, { ascending: !sort.descending })
  // A column is not sorted by twice.
  if (sort.by !== 'term') query = query.order('term')
  const sorted = query.order('id')
  return readPage((from, to) => sorted.range(from, to).throwOnError(), page)
}

export async function findGlossaryTerm(client: Client, id: string): Promise<GlossaryTerm | null> {
  const { data } = await client.from('glossary_terms').select('*').eq('id', id).maybeSingle().throwOnError()
  return data
}

/** As many as one answer has. */
const BATCH = 1000

/** All terms that a list would show, in the order of a spreadsheet. */
export async function readGlossary(
  client: Client,
  options: Pick<GlossaryListOptions, 'search' | 'language' | 'rule'>,
): Promise<GlossaryTerm[]> {
  const terms: GlossaryTerm[] = []
  // Five languages, and none has more.
  for (let page = 1; page <= (5 * MAX_TERMS) / BATCH; page++) {
    const sort = { by: 'language', descending: false } as const
    const { rows } = await listGlossaryTerms(client, { ...options, sort, page, pageSize: BATCH })
    terms.push(...rows)
    if (rows.length < BATCH) break
  }
  return terms
}

/** The id tells an undone deletion from a new term. */
export async function addGlossaryTerm(
  client: Client,
  { language, term, rule, translation, ...more }: GlossaryTermValues & { id?: string },
): Promise<GlossaryTerm> {
  const values = { language, term, rule, translation, ...(more.id && { id: more.id }) }
  const { data } = await client.from('glossary_terms').insert(values).select('*').single().throwOnError()
  return data
}

/** Changes a term; null when it is gone. Its language stays. */
export async function changeGlossaryTerm(
  client: Client,
  { id, term, rule, translation }: GlossaryTermValues & { id: string },
): Promise<GlossaryTerm | null> {
  const { data } = await client
    .from('glossary_terms')
    .update({ term, rule, translation })
    .eq('id', id)
    .select('*')
    .maybeSingle()
    .throwOnError()
  return data
}

/** Deletes a term; false when it was gone. */
export async function deleteGlossaryTerm(client: Client, id: string): Promise<boolean> {
  const { data } = await client.from('glossary_terms').delete().eq('id', id).select('id').throwOnError()
  return data.length > 0
}

/** Adds these terms and changes those that are there, all or none of them. */
export async function importGlossary(
  client: Client,
  terms: readonly GlossaryTermValues[],
): Promise<{ added: number; changed: number }> {
  const { data } = await client.rpc('import_glossary', { p_terms: [...terms] }).throwOnError()
  return data
}

/** The translations that do not keep to a term. @throws when the caller is not allowed to, or the request failed */
export async function findAffectedTranslations(
  client: Client,
  { language, term, rule, translation }: GlossaryTermValues,
): Promise<AffectedTranslations> {
  const { data, error } = await client.functions.invoke<AffectedTranslations>('find-affected-translations', {
    body: { language, term, rule, translation },
  })
  if (error) throw error
  if (!data) throw new TypeError('The function has returned nothing')
  return data
}

/** What an administrator can do about a refusal: set up a model, raise the budget, or wait. */
export type UpdateOutcome = { queued: number } | { refused: 'no_model' | 'full' }

/** Has translations brought up to date, which asks a model for what breaks the glossary. */
export async function updateTranslations(
  client: Client,
  translations: readonly { articleId: string; language: TranslatedLanguage }[],
): Promise<UpdateOutcome> {
  const { data, error } = await client.functions.invoke<{ queued: number }>('queue-translations', {
    body: { translations: translations.map(({ articleId, language }) => ({ articleId, language })) },
  })
  if (!error) return { queued: data?.queued ?? 0 }
  const status = error instanceof FunctionsHttpError ? error.context.status : 0
  if (status === 409) return { refused: 'no_model' }
  if (status === 503) return { refused: 'full' }
  throw error
}

/** The open proposals that have waited longest, with their examples, and how many are open in all. */
export async function listGlossaryProposals(
  client: Client,
): Promise<{ total: number; proposals: ProposalWithExamples[] }> {
  const { data } = await client.rpc('list_glossary_proposals').throwOnError()
  return data
}

/** Decides on an open proposal, for good; false when it has been decided already. */
export async function decideProposal(
  client: Client,
  { id, status }: { id: string; status: Exclude<GlossaryProposal['status'], 'open'> },
): Promise<boolean> {
  const { data } = await client
    .from('glossary_proposals')
    .update({ status })
    .eq('id', id)
    .eq('status', 'open')
    .select('id')
    .throwOnError()
  return data.length > 0
}

/** Takes back a rejection. */
export async function reopenProposal(client: Client, id: string): Promise<void> {
  await client
    .from('glossary_proposals')
    .update({ status: 'open' })
    .eq('id', id)
    .eq('status', 'rejected')
    .throwOnError()
}
