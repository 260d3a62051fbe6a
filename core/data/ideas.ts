import type { Client } from '#core/data/client.ts'
import type { BegunDraft, Idea, IdeaInput, IdeaOfDraft } from '#core/domain/idea.ts'

/** The most open ideas that there can be. */
const MOST_OPEN = 2000

/** Ideas that are neither begun nor dropped: planned ones by their day, then the latest. */
export async function listIdeas(client: Client): Promise<Idea[]> {
  const pages: Idea[] = []
  // The interface answers with at most a thousand rows.
  for (let from = 0; from < MOST_OPEN; from += 1000) {
    const { data } = await client
      .from('ideas')
      .select('*')
      .is('article_id', null)
      .is('dropped_at', null)
      .order('planned_on', { ascending: true, nullsFirst: false })
      .order('made_at', { ascending: false })
      .order('id')
      .range(from, from + 999)
      .throwOnError()
    pages.push(...data)
    if (data.length < 1000) break
  }
  return pages
}

export async function addIdea(
  client: Client,
  input: Pick<Idea, 'title'> & Partial<IdeaInput>,
): Promise<Idea> {
  const { data } = await client.from('ideas').insert(input).select().single().throwOnError()
  return data
}

/**
 * Changes an idea as it was at `version`. Null when it has been changed since, or is begun, dropped or not the caller's to change; then
 * nothing was written.
 */
export async function changeIdea(
  client: Client,
  { id, updated_at: version }: Pick<Idea, 'id' | 'updated_at'>,
  change: Partial<IdeaInput>,
): Promise<Idea | null> {
  const { data } = await client
    .from('ideas')
    .update(change)
    .eq('id', id)
    .eq('updated_at', version)
    .is('dropped_at', null)
    .select()
    .throwOnError()
  return data[0] ?? null
}

/** Drops an idea, or takes it up again; false when it is begun or not the caller's to change. */
export async function dropIdea(client: Client, id: string, isDropped: boolean): Promise<boolean> {
  const { data } = await client
    .from('ideas')
    .update({ dropped_at: isDropped ? new Date().toISOString() : null })
    .eq('id', id)
    .select('id')
    .throwOnError()
  return data.length > 0
}

/** Makes a draft of an idea, or finds the one that was made. */
export async function beginDraft(client: Client, id: string): Promise<BegunDraft> {
  const { data } = await client.rpc('begin_draft', { p_idea_id: id }).throwOnError()
  return data
}

/** The idea that a draft began with; null when it began without. */
export async function findIdeaOf(client: Client, articleId: string): Promise<IdeaOfDraft | null> {
  const { data } = await client.rpc('find_idea_of', { p_article_id: articleId }).throwOnError()
  return data
}
