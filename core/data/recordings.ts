import type { Client } from '#core/data/client.ts'
import type { PageOptions } from '#core/data/postgrest.ts'
import type { RecordingEstimate, RecordingList, RecordingState } from '#core/domain/recording.ts'

export interface RecordingOptions extends PageOptions {
  state: RecordingState | null
  language: string | null
}

/** A page of the articles that wait to be read aloud, failures first. @throws with code 42501 if the caller is not an editor */
export async function listRecordings(
  client: Client,
  { state, language, page, pageSize }: RecordingOptions,
): Promise<RecordingList> {
  const { data } = await client
    .rpc('list_recordings', {
      p_state: state,
      p_language: language,
      p_offset: (page - 1) * pageSize,
      p_limit: pageSize,
    })
    .throwOnError()
  return data
}

/** Repeats a recording that has failed; without an article every one that was given up. Returns their number. */
export async function retryRecordings(client: Client, articleId: string | null): Promise<number> {
  const { data } = await client.rpc('retry_recordings', { p_article_id: articleId }).throwOnError()
  return data.retried
}

/** Cancels the waiting recording of an article; without one those of all older articles that were requested. Returns their number. */
export async function dismissRecordings(client: Client, articleId: string | null): Promise<number> {
  const { data } = await client.rpc('dismiss_recordings', { p_article_id: articleId }).throwOnError()
  return data.dismissed
}

/** Older articles that are read aloud on request: the newest of a language, or of all. */
export interface OlderArticles {
  count: number
  language: string | null
}

export async function estimateRecordings(
  client: Client,
  { count, language }: OlderArticles,
): Promise<RecordingEstimate> {
  const { data } = await client
    .rpc('estimate_recordings', { p_count: count, p_language: language })
    .throwOnError()
  return data
}

/** Requests these recordings, as far as the budget of this month is likely to suffice. Returns their number. */
export async function makeRecordings(client: Client, { count, language }: OlderArticles): Promise<number> {
  const { data } = await client
    .rpc('make_recordings', { p_count: count, p_language: language })
    .throwOnError()
  return data.begun
}
