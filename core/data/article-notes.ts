import type { Client } from '#core/data/client.ts'
import type {
  AddNoteAnswer,
  ArticleNote,
  DecidedSuggestion,
  SuggestedChange,
} from '#core/domain/article-note.ts'
import type { TextAnchor } from '#core/domain/text-anchor.ts'

/** The open notes of an article are at most 1,000; of the others, and of answers, the latest are enough. */
const MAX_OPEN = 1_000
const MAX_DECIDED = 300
const MAX_ANSWERS = 1_000

/** The notes, answers and suggestions on an article that the caller may read, the first one first. */
export async function listNotes(client: Client, articleId: string): Promise<ArticleNote[]> {
  const all = () => client.from('article_notes').select('*').eq('article_id', articleId)
  const [open, decided, answers] = await Promise.all([
    all().is('outcome', null).is('parent', null).order('made_at').order('id').limit(MAX_OPEN).throwOnError(),
    all()
      .not('outcome', 'is', null)
      .order('decided_at', { ascending: false })
      .limit(MAX_DECIDED)
      .throwOnError(),
    all()
      .not('parent', 'is', null)
      .order('made_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(MAX_ANSWERS)
      .throwOnError(),
  ])
  return [...open.data, ...decided.data, ...answers.data.reverse()]
}

interface NoteInput {
  /** Made by the caller, so that a repeated request adds nothing. */
  id: string
  articleId: string
  body: string
  /** The note that it answers. */
  parent?: string | null
  anchor?: TextAnchor | null
  mentions?: readonly string[]
}

/** Adds a note, or an answer. `gone`: the note that it answers no longer exists. */
export async function addNote(client: Client, input: NoteInput): Promise<AddNoteAnswer> {
  const { id, articleId, body, parent = null, anchor = null, mentions = [] } = input
  const { data } = await client
    .rpc('add_note', {
      p_id: id,
      p_article_id: articleId,
      p_body: body,
      p_parent: parent,
      p_anchor: anchor,
      p_mentions: mentions,
    })
    .throwOnError()
  return data
}

/** Changes a note of the caller. `answered`: somebody has answered or resolved it, and it stays as it was. */
export async function editNote(
  client: Client,
  { id, body, mentions = [] }: { id: string; body: string; mentions?: readonly string[] },
) {
  const { data } = await client
    .rpc('edit_note', { p_id: id, p_body: body, p_mentions: mentions })
    .throwOnError()
  return data
}

export async function resolveNote(client: Client, { id, resolved }: { id: string; resolved: boolean }) {
  const { data } = await client.rpc('resolve_note', { p_id: id, p_resolved: resolved }).throwOnError()
  return data
}

interface SuggestionsInput {
  articleId: string
  changes: readonly SuggestedChange[]
  /** The id of suggestions that are sent together. */
  sentWith: string
  body?: string
}

/** Sends suggestions together. Returns how many were new: a repeated request adds nothing. */
export async function suggestChanges(
  client: Client,
  { articleId, changes, sentWith, body = '' }: SuggestionsInput,
): Promise<number> {
  const { data } = await client
    .rpc('suggest_changes', {
      p_article_id: articleId,
      p_changes: changes,
      p_sent_with: sentWith,
      p_body: body,
    })
    .throwOnError()
  return data.count
}

/** Decides about suggestions; null takes a decision back. If two people decide at once, one decision counts. */
export async function decideSuggestions(
  client: Client,
  { ids, outcome }: { ids: readonly string[]; outcome: 'taken' | 'refused' | 'withdrawn' | null },
): Promise<DecidedSuggestion[]> {
  const { data } = await client.rpc('decide_suggestions', { p_ids: ids, p_outcome: outcome }).throwOnError()
  return data
}

/** Returns true if the caller may change the text of an article, and so decide about suggestions for it. */
export async function mayWriteArticle(client: Client, articleId: string): Promise<boolean> {
  const { data } = await client.rpc('may_write_article', { p_article_id: articleId }).throwOnError()
  return data
}
