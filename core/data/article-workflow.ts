import type { Client } from '#core/data/client.ts'
import type {
  ArticlePerson,
  ArticleWorkflow,
  DueAnswer,
  MyDesk,
  OwnerAnswer,
  PersonAnswer,
  WorkflowState,
} from '#core/domain/article-workflow.ts'
import type { Handover, HandoverAnswer, TakeAnswer } from '#core/domain/handover.ts'

export async function findWorkflow(client: Client, articleId: string): Promise<ArticleWorkflow | null> {
  const { data } = await client
    .from('article_workflow')
    .select('*')
    .eq('article_id', articleId)
    .maybeSingle()
    .throwOnError()
  return data
}

export async function listWorkflows(client: Client, articleIds: string[]): Promise<ArticleWorkflow[]> {
  if (articleIds.length === 0) return []
  const { data } = await client
    .from('article_workflow')
    .select('*')
    .in('article_id', articleIds)
    .throwOnError()
  return data
}

/** The people who were added to an article, in the order in which they came. */
export async function listArticlePeople(client: Client, articleId: string): Promise<ArticlePerson[]> {
  const { data } = await client
    .from('article_people')
    .select('*')
    .eq('article_id', articleId)
    .order('added_at')
    .order('user_id')
    .throwOnError()
  return data
}

/** The handovers of an article, the latest first. */
export async function listHandovers(
  client: Client,
  articleId: string,
  { limit }: { limit: number },
): Promise<Handover[]> {
  const { data } = await client
    .from('handovers')
    .select('*')
    .eq('article_id', articleId)
    .order('id', { ascending: false })
    .limit(limit)
    .throwOnError()
  return data
}

export interface HandoverInput {
  articleId: string
  /** Null for the editors if it is handed in, otherwise for nobody. */
  to: string | null
  state: WorkflowState
  /** Null for a person who takes it. */
  sentence: string | null
  /** A day, `YYYY-MM-DD`. */
  dueOn: string | null
  /** The `updated_at` of the workflow that was seen; null if there was none. */
  version: string | null
}

/** Hands an article over, unless somebody has changed its workflow since. */
export async function handOver(client: Client, input: HandoverInput): Promise<HandoverAnswer> {
  const { data } = await client
    .rpc('hand_over', {
      p_article_id: input.articleId,
      p_to: input.to,
      p_state: input.state,
      p_sentence: input.sentence,
      p_due_on: input.dueOn,
      p_version: input.version,
    })
    .throwOnError()
  return data
}

/** Takes an article that was handed in, to edit it. */
export async function takeArticle(client: Client, articleId: string): Promise<TakeAnswer> {
  return (await client.rpc('take_article', { p_article_id: articleId }).throwOnError()).data
}

export async function changeOwner(
  client: Client,
  { articleId, owner }: { articleId: string; owner: string | null },
): Promise<OwnerAnswer> {
  return (await client.rpc('change_owner', { p_article_id: articleId, p_owner: owner }).throwOnError()).data
}

export async function setDue(
  client: Client,
  { articleId, dueOn }: { articleId: string; dueOn: string | null },
): Promise<DueAnswer> {
  return (await client.rpc('set_due', { p_article_id: articleId, p_due_on: dueOn }).throwOnError()).data
}

export async function addPerson(
  client: Client,
  { articleId, userId }: { articleId: string; userId: string },
): Promise<PersonAnswer> {
  return (await client.rpc('add_person', { p_article_id: articleId, p_user_id: userId }).throwOnError()).data
}

export async function removePerson(
  client: Client,
  { articleId, userId }: { articleId: string; userId: string },
): Promise<PersonAnswer> {
  const { data } = await client
    .rpc('remove_person', { p_article_id: articleId, p_user_id: userId })
    .throwOnError()
  return data
}

/** The work of the caller. `today` is a day, `YYYY-MM-DD`, in the time zone of the publication. */
export async function loadMyDesk(client: Client, today: string): Promise<MyDesk> {
  return (await client.rpc('list_my_desk', { p_today: today }).throwOnError()).data
}

/** Records that the caller has seen the work on an article, or everything that was handed over, so that no mail reports it. */
export async function markWorkSeen(client: Client, articleId?: string): Promise<void> {
  await client.rpc('mark_work_seen', articleId ? { p_article_id: articleId } : {}).throwOnError()
}
