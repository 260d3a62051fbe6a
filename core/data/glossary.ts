import { FunctionsHttpError } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import { type Page, type PageOptions, readPage } from '#core/data/postgrest.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import type {
  AffectedTranslations,
  GlossaryProposal,
  GlossaryTerm,
  ProposalWithExamples,
  SavedEntry,
  TermEntry,
} from '#core/domain/glossary-term.ts'
import {
  type GlossaryTermValues,
  MAX_TERMS,
  type ProposedTerm,
  type TermEntryValues,
} from '#core/domain/glossary-term-input.ts'

export interface GlossaryListOptions extends PageOptions {
  /** Part of a term or of a translation. */
  search: string
  /** Entries with a rule for this language. */
  language: TranslatedLanguage | null
  /** Entries with this rule, in `language` if that is given. */
  rule: GlossaryTerm['rule'] | null
  sort: { by: 'term' | 'updated_at'; descending: boolean }
}

/** A page of the glossary. @throws with code 42501 if the caller is not an administrator */
export async function listGlossary(
  client: Client,
  { search, language, rule, sort, page, pageSize }: GlossaryListOptions,
): Promise<Page<TermEntry>> {
  const { data } = await client
    .rpc('list_glossary', {
      p_search: search.trim(),
      p_language: language,
      p_rule: rule,
      p_by_date: sort.by === 'updated_at',
      p_descending: sort.descending,
      p_offset: (page - 1) * pageSize,
      p_limit: pageSize,
    })
    .throwOnError()
  return data
}

/** A page of the terms for a language, by term. Unlike the functions of the desk it also answers access tokens. */
export function listGlossaryTerms(
  client: Client,
  { language, ...options }: PageOptions & { language: TranslatedLanguage },
): Promise<Page<GlossaryTerm>> {
  const query = client
    .from('glossary_terms')
    .select('*', { count: 'exact' })
    .eq('language', language)
    .order('term')
    .order('id')
  return readPage((from, to) => query.range(from, to).throwOnError(), options)
}

/** The entry of which this is a row; null when it is gone. */
export async function findTermEntry(client: Client, id: string): Promise<TermEntry | null> {
  const { data } = await client.rpc('find_glossary_entry', { p_id: id }).throwOnError()
  return data
}

/** The number of rows that one answer has. */
const BATCH = 1000

/** The rows of all entries that a list would show, by term and language. */
export async function readGlossary(
  client: Client,
  { language, rule, search }: Pick<GlossaryListOptions, 'search' | 'language' | 'rule'>,
): Promise<GlossaryTermValues[]> {
  const entries: TermEntry[] = []
  const sort = { by: 'term', descending: false } as const
  // The limit for five languages; no entry has more.
  for (let page = 1; page <= (5 * MAX_TERMS) / BATCH; page++) {
    const { rows } = await listGlossary(client, { search, language, rule, sort, page, pageSize: BATCH })
    entries.push(...rows)
    if (rows.length < BATCH) break
  }
  return entries.flatMap((entry) => rowsOf(entry, { language, rule }))
}

/** The rows of an entry for a language, or with a rule; null means any. */
function rowsOf(
  { term, example, languages }: TermEntry,
  wanted: Pick<GlossaryListOptions, 'language' | 'rule'>,
): GlossaryTermValues[] {
  return TRANSLATED_LANGUAGES.flatMap((language) => {
    const found = languages[language]
    if (!found || (wanted.language ?? language) !== language || (wanted.rule ?? found.rule) !== found.rule)
      return []
    const { rule, translation } = found
    return [{ language, term, rule, translation, ...(example !== null && { example }) }]
  })
}

/** Stores an entry in place of another version of it, which is null for a new one: all of it or nothing. */
export async function saveTermEntry(
  client: Client,
  { before, values }: { before: Pick<TermEntry, 'term' | 'version'> | null; values: TermEntryValues },
): Promise<SavedEntry> {
  const known = before && { term: before.term, version: before.version }
  const { data } = await client
    .rpc('save_glossary_entry', { p_before: known, p_entry: values })
    .throwOnError()
  return data
}

/** Deletes an entry. */
export async function deleteTermEntry(client: Client, { languages }: TermEntry): Promise<void> {
  const ids = Object.values(languages).map(({ id }) => id)
  await client.from('glossary_terms').delete().in('id', ids).throwOnError()
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

/** The outcome of an update. The remedies of an administrator for a refusal are to set up a model, to raise the budget, or to wait. */
export type UpdateOutcome = { queued: number } | { refused: 'no_model' | 'full' }

/** Updates translations, for which a model is asked about segments that break the glossary. */
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

export type ProposeOutcome = 'proposed' | 'known' | 'too_many'

/** Proposes a translation of a term; editors decide. `known` was proposed before, whatever the decision was. */
export async function proposeTerm(
  client: Client,
  { language, term, wording, instead, why }: ProposedTerm,
): Promise<ProposeOutcome> {
  const { error } = await client
    .from('glossary_proposals')
    .insert({ language, term, before: instead ?? term, after: wording, why })
  if (!error) return 'proposed'
  if (error.code === '23505') return 'known'
  if (error.code === '23514' && error.message.includes('glossary_proposals_per_person')) return 'too_many'
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
