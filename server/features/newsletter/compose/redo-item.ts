import { englishNameOf } from '#core/i18n/english-names.ts'
import type { Language } from '#core/i18n/languages.ts'
import { ANSWER_TIMEOUT_MS, askForIssue } from '#server/features/newsletter/compose/ask-for-issue.ts'
import { checkSummary } from '#server/features/newsletter/compose/check-answer.ts'
import { summaryByRules } from '#server/features/newsletter/compose/compose-by-rules.ts'
import type { ComposeDeps } from '#server/features/newsletter/compose/compose-issue.ts'
import { ComposeRefusal, lockDraft, notDraft } from '#server/features/newsletter/compose/issue-locks.ts'
import { collectNotes } from '#server/features/newsletter/compose/notes.ts'
import { candidatesOf } from '#server/features/newsletter/compose/plan-issue.ts'
import type { Candidate } from '#server/features/newsletter/compose/read-candidates.ts'
import { readIssue } from '#server/features/newsletter/read-issue.ts'

interface RedoneItem {
  summary: string
  composedBy: 'model' | 'rules'
  reason: string | null
  dropped: string[]
}

/**
 * Writes the summary of one item again, by the model, else by rules. It replaces the present summary, also an editor's, unless another one
 * is saved meanwhile.
 * @throws ComposeRefusal
 */
export async function redoItem(
  deps: ComposeDeps,
  {
    itemId,
    language,
    timeoutMs = ANSWER_TIMEOUT_MS,
  }: { itemId: string; language: Language; timeoutMs?: number },
): Promise<RedoneItem> {
  const { sql } = deps
  const [found] = await sql<{ issue_id: string }[]>`
    select issue_id from public.newsletter_items where id = ${itemId}`
  const content = found && (await readIssue(sql, found.issue_id))
  const item = content?.items.find(({ id }) => id === itemId)
  if (!content || !item) throw noSuchItem()
  if (content.issue.status !== 'draft') throw notDraft()
  const [candidate] = candidatesOf([item], { language, notes: collectNotes() })
  if (!candidate)
    throw new ComposeRefusal('no_articles', `This article is not published in ${englishNameOf(language)}.`)
  const textOf = (summaries: typeof item.summaries) =>
    summaries.find((one) => one.language === language)?.summary ?? null
  const before = textOf(item.summaries)
  const redone = await write(deps, { candidate, language, timeoutMs, issueId: content.issue.id })
  await sql.transaction(async (transaction) => {
    const { items } = await lockDraft(transaction, content.issue.id)
    const present = items.find(({ id }) => id === itemId)
    if (!present) throw noSuchItem()
    if (textOf(present.summaries) !== before)
      throw new ComposeRefusal('changed', 'Somebody has saved another summary meanwhile. It stays.')
    await transaction`
      insert into public.newsletter_summaries (item_id, language, summary, origin)
      values (${itemId}, ${language}, ${redone.summary}, ${redone.composedBy})
      on conflict (item_id, language) do update set summary = excluded.summary, origin = excluded.origin`
  })
  return redone
}

const noSuchItem = () => new ComposeRefusal('not_found', 'This article is not in the issue any more.')

const AGAIN = 'There is one article only. Write its summary again, as the only item.'

async function write(
  { ai, settings }: ComposeDeps,
  {
    candidate,
    language,
    timeoutMs,
    issueId,
  }: { candidate: Candidate; language: Language; timeoutMs: number; issueId: string },
): Promise<RedoneItem> {
  const notes = collectNotes()
  const { subject } = settings.current()
  const asked = await askForIssue(
    ai,
    { language, subject, articles: [candidate], caller: `newsletter ${issueId}`, message: AGAIN },
    timeoutMs,
  )
  if (asked.status === 'answered') {
    for (const given of asked.answer.items) {
      if (!isAbout(given, candidate)) continue
      const summary = checkSummary(given.summary, candidate, { language, notes })
      if (summary !== null) return { summary, composedBy: 'model', reason: null, dropped: notes.all() }
    }
  }
  return {
    summary: summaryByRules(candidate, language),
    composedBy: 'rules',
    reason: asked.status === 'failed' ? asked.reason : 'The language model wrote nothing that can be used.',
    dropped: notes.all(),
  }
}

function isAbout(given: unknown, { id }: Candidate): given is { article_id: string; summary: unknown } {
  return (
    typeof given === 'object' &&
    given !== null &&
    'article_id' in given &&
    typeof given.article_id === 'string' &&
    given.article_id.trim().toLowerCase() === id &&
    'summary' in given
  )
}
