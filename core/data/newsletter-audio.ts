import type { Client } from '#core/data/client.ts'
import type { IssueRecordings, ListedNewsletter } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'

export interface IssueRecording {
  id: string
  seconds: number
  bytes: number
  model: string
}

/** A recording with the list data of its issue. */
export type ListedRecording = IssueRecording & { made_at: string } & Omit<ListedNewsletter, 'languages'>

/** The recording of an issue in this very language; null while it has none. */
export async function findIssueRecording(
  client: Client,
  { slug, language }: { slug: string; language: Language },
): Promise<IssueRecording | null> {
  const { data } = await client
    .rpc('find_newsletter_audio', { p_slug: slug, p_language: language })
    .throwOnError()
  return (data[0] as IssueRecording | undefined) ?? null
}

/** The latest issues that can be heard in a language. */
export async function listIssueRecordings(
  client: Client,
  { language, limit }: { language: Language; limit: number },
): Promise<ListedRecording[]> {
  const { data } = await client
    .rpc('list_newsletter_audio', { p_language: language, p_limit: limit })
    .throwOnError()
  return data as ListedRecording[]
}

export async function readIssueRecordings(client: Client, issueId: string): Promise<IssueRecordings> {
  const { data } = await client.rpc('read_issue_recordings', { p_issue_id: issueId }).throwOnError()
  return data
}

/** Makes the missing recordings of an issue, also those that were given up. Returns the number of messages. */
export async function makeIssueRecordings(client: Client, issueId: string): Promise<number> {
  const { data } = await client.rpc('make_issue_recordings', { p_issue_id: issueId }).throwOnError()
  return data.begun
}
