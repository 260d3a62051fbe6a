import { callFunction } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import type {
  GenerateAnswer,
  GenerateRequest,
  PreviewAnswer,
  PreviewRequest,
  RedoItemAnswer,
  RedoItemRequest,
  ReviewEditionRequest,
  TranslateIssueAnswer,
  TranslateIssueRequest,
} from '#core/domain/newsletter-composing.ts'

import type {
  NewsletterEdition,
  NewsletterIssue,
  NewsletterItem,
  NewsletterSummary,
} from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'

/** `changed`: another editor has saved it in the meantime. `sealed`: the issue has been approved, and must be reopened first. */
export type SaveOutcome<Saved> =
  | { status: 'saved'; saved: Saved }
  | { status: 'changed' }
  | { status: 'sealed' }

/**
 * Saves the texts of an editor, unless the edition has changed since the version of `updatedAt`. A null `content` is derived from the items
 * again.
 */
export function saveNewsletterEdition(
  client: Client,
  { issueId, language, updatedAt }: { issueId: string; language: Language; updatedAt: string },
  texts: Partial<Pick<NewsletterEdition, 'subject' | 'preheader' | 'introduction' | 'content'>>,
): Promise<SaveOutcome<NewsletterEdition>> {
  return unlessSealed(async () => {
    const { data } = await client
      .from('newsletter_editions')
      .update(texts)
      .eq('issue_id', issueId)
      .eq('language', language)
      .eq('updated_at', updatedAt)
      .select('*')
      .maybeSingle()
      .throwOnError()
    return data
  })
}

/** The longest text that fits into an address together with the rest of it. */
const MAX_ENCODED_LENGTH = 8_000

/** Saves the summary of an item, unless it is no longer `before`. */
export function saveNewsletterSummary(
  client: Client,
  { itemId, language, before }: { itemId: string; language: Language; before: string },
  summary: string,
): Promise<SaveOutcome<NewsletterSummary>> {
  return unlessSealed(async () => {
    let query = client
      .from('newsletter_summaries')
      .update({ summary })
      .eq('item_id', itemId)
      .eq('language', language)
    if (encodeURIComponent(before).length <= MAX_ENCODED_LENGTH) query = query.eq('summary', before)
    else if ((await findSummary(client, { itemId, language })) !== before) return null
    const { data } = await query.select('*').maybeSingle().throwOnError()
    return data
  })
}

async function findSummary(
  client: Client,
  { itemId, language }: { itemId: string; language: Language },
): Promise<string | null> {
  const { data } = await client
    .from('newsletter_summaries')
    .select('summary')
    .eq('item_id', itemId)
    .eq('language', language)
    .maybeSingle()
    .throwOnError()
  return data?.summary ?? null
}

/** The place of an item, whether it stays when the issue is generated again, and the reason why it is not in the issue. */
export type ItemPlace = Pick<NewsletterItem, 'section' | 'position' | 'pinned' | 'left_out'>

/** Changes the places of items, one after the other. Changes before an error stay. */
export function arrangeNewsletterItems(
  client: Client,
  changes: readonly { id: string; place: Partial<ItemPlace> }[],
): Promise<SaveOutcome<NewsletterItem[]>> {
  return unlessSealed(async () => {
    const arranged: NewsletterItem[] = []
    for (const { id, place } of changes) {
      const { data } = await client
        .from('newsletter_items')
        .update(place)
        .eq('id', id)
        .select('*')
        .maybeSingle()
        .throwOnError()
      if (!data) return null
      arranged.push(data)
    }
    return arranged
  })
}

/** Shows the pictures of all stories of an issue, or only that of the first. */
export function showNewsletterPictures(
  client: Client,
  { issueId, shown }: { issueId: string; shown: boolean },
): Promise<SaveOutcome<NewsletterIssue>> {
  return unlessSealed(async () => {
    const { data } = await client
      .from('newsletter_issues')
      .update({ shows_pictures: shown })
      .eq('id', issueId)
      .select('*')
      .maybeSingle()
      .throwOnError()
    return data
  })
}

async function unlessSealed<Saved>(save: () => Promise<Saved | null>): Promise<SaveOutcome<Saved>> {
  try {
    const saved = await save()
    return saved === null ? { status: 'changed' } : { status: 'saved', saved }
  } catch (error) {
    if (isSealed(error)) return { status: 'sealed' }
    throw error
  }
}

/** The message contains the name of the constraint. */
const isSealed = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23514' &&
  error.message.includes('newsletter_issues_sealed_check')

/** The statuses that refuse a request, for example because the issue has been deleted or approved, or another editor is composing it. */
const REFUSALS = [400, 404, 409, 413, 422, 429, 502, 503, 504]

/** Composes a draft out of the articles of the last days. */
export const generateNewsletter = (client: Client, request: GenerateRequest) =>
  callFunction<GenerateAnswer>(client, 'generate-newsletter', request, REFUSALS)

/** Makes an empty draft, or opens what there is for the coming Sunday, unless `another` is wanted. */
export const createNewsletter = (client: Client, request: Pick<GenerateRequest, 'another'> = {}) =>
  callFunction<{ issueId: string }>(client, 'create-newsletter', request, REFUSALS)

/** Has the summary of one item written again. */
export const redoNewsletterItem = (client: Client, request: RedoItemRequest) =>
  callFunction<RedoItemAnswer>(client, 'redo-newsletter-item', request, REFUSALS)

/** Makes editions out of the English one. */
export const translateNewsletter = (client: Client, request: TranslateIssueRequest) =>
  callFunction<TranslateIssueAnswer>(client, 'translate-newsletter', request, REFUSALS)

/** Marks this edition, in its present version, as reviewed. */
export const reviewNewsletterEdition = (client: Client, request: ReviewEditionRequest) =>
  callFunction<{ success: true }>(client, 'review-newsletter-edition', request, REFUSALS)

/** The unsaved content of the editor, as readers would get it. */
export const previewNewsletter = (client: Client, request: PreviewRequest) =>
  callFunction<PreviewAnswer>(client, 'preview-newsletter', request, REFUSALS)
