import type { EditionField, Text, UnsavedText } from '#app/admin/newsletter/draft/issue-draft.ts'
import type { Client } from '#core/data/client.ts'
import {
  type SaveOutcome,
  saveNewsletterEdition,
  saveNewsletterSummary,
} from '#core/data/newsletter-editing.ts'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import type { NewsletterEdition, NewsletterSummary } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'

interface SavedTexts {
  /** `changed`: another editor has changed some of the texts; `sealed`: the issue has been approved. */
  status: SaveOutcome<unknown>['status']
  saved: UnsavedText[]
  /** The issue with what was stored. */
  issue: DeskIssue
}

/** Stores texts of an issue, those of an edition together. */
export async function saveTexts(
  client: Client,
  issue: DeskIssue,
  texts: readonly UnsavedText[],
): Promise<SavedTexts> {
  const result: SavedTexts = { status: 'saved', saved: [], issue }

  for (const { language, texts: some } of byEdition(texts)) {
    const edition = result.issue.editions.find((one) => one.language === language)
    if (!edition) continue
    const outcome = await saveNewsletterEdition(
      client,
      { issueId: issue.issue.id, language, updatedAt: edition.updated_at },
      fieldsOf(some),
    )
    if (outcome.status !== 'saved') result.status = outcome.status
    if (outcome.status === 'sealed') return result
    if (outcome.status === 'changed') continue
    result.saved.push(...some)
    result.issue = withEdition(result.issue, outcome.saved)
  }

  for (const text of texts) {
    const { place, base, typed } = text
    if (place.kind !== 'summary' || base === null || typed === null) continue
    const { itemId, language } = place
    const outcome = await saveNewsletterSummary(client, { itemId, language, before: base }, typed)
    if (outcome.status !== 'saved') result.status = outcome.status
    if (outcome.status === 'sealed') return result
    if (outcome.status === 'changed') continue
    result.saved.push(text)
    result.issue = withSummary(result.issue, outcome.saved)
  }
  return result
}

function byEdition(texts: readonly UnsavedText[]): { language: Language; texts: UnsavedText[] }[] {
  const groups = Map.groupBy(
    texts.filter(({ place }) => place.kind === 'edition'),
    ({ place }) => place.language,
  )
  return [...groups].map(([language, some]) => ({ language, texts: some }))
}

function fieldsOf(texts: readonly UnsavedText[]): Partial<Record<EditionField, string>> & { content?: Text } {
  return Object.fromEntries(
    texts.flatMap(({ place, typed }) => (place.kind === 'edition' ? [[place.field, typed]] : [])),
  )
}

function withEdition(issue: DeskIssue, saved: NewsletterEdition): DeskIssue {
  const editions = issue.editions.map((edition) => (edition.language === saved.language ? saved : edition))
  return { ...issue, editions }
}

function withSummary(issue: DeskIssue, saved: NewsletterSummary): DeskIssue {
  const items = issue.items.map((item) =>
    item.id === saved.item_id
      ? {
          ...item,
          summaries: item.summaries.map((one) => (one.language === saved.language ? saved : one)),
        }
      : item,
  )
  return { ...issue, items }
}
