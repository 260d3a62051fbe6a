import { type IssueStatus, type NewsletterEdition, SECTIONS } from '#core/domain/newsletter-issue.ts'
import { nextSunday, type SundaySchedule } from '#core/domain/newsletter-schedule.ts'
import type { Settings } from '#core/domain/settings.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { EditionTexts } from '#server/features/newsletter/compose/compose-by-rules.ts'
import type { DraftItem, EditionDraft } from '#server/features/newsletter/compose/draft-edition.ts'
import { ComposeRefusal, lockDraft, noSuchIssue } from '#server/features/newsletter/compose/issue-locks.ts'
import type { Notes } from '#server/features/newsletter/compose/notes.ts'
import { isDecided, LEFT_OUT_REASONS } from '#server/features/newsletter/compose/sections.ts'
import {
  hashOfEnglish,
  type IssueContent,
  type IssueItem,
  readIssue,
} from '#server/features/newsletter/read-issue.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'

const hasPersonsText = ({ summaries }: IssueItem) => summaries.some(({ origin }) => origin === 'person')

interface StoreInput extends NewIssue {
  /** Null for the draft of the coming Sunday, or a new one. */
  issueId: string | null
  language: Language
  from: Date
  until: Date
  notes: Notes
}

/**
 * Stores an edition and the items of its issue. What an editor wrote or pinned stays, also when that happened meanwhile.
 * @returns the issue, and how many articles readers of the edition see
 * @throws ComposeRefusal when the issue was deleted, or is no draft any more
 */
export function storeEdition(
  sql: Sql,
  draft: EditionDraft,
  input: StoreInput,
): Promise<{ issueId: string; articleCount: number }> {
  const { language, from, until, notes } = input
  return sql.transaction(async (transaction) => {
    const issueId = input.issueId ?? (await beginIssue(transaction, input))
    const present = await lockDraft(transaction, issueId)
    if (draft.arranges) {
      await transaction`
        update public.newsletter_issues
        set covers_from = ${from.toISOString()}::timestamptz, covers_until = ${until.toISOString()}::timestamptz
        where id = ${issueId}`
      await storeItems(transaction, draft.items, present)
    }
    const decided = new Set(present.items.filter(isDecided).map(({ article_id }) => article_id))
    const summaries = draft.items.flatMap(({ originalId, summary }) =>
      summary ? [{ article_id: originalId, ...summary, replaces: !decided.has(originalId) }] : [],
    )
    await storeSummaries(transaction, summaries, { present, language })
    const { texts, origin, model, reason } = draft
    const remark = reason === null ? null : `Composed by rules. ${reason}`
    await storeTexts(
      transaction,
      { texts, origin, model, sourceHash: null, remark, notes },
      { present, language },
    )
    const [counted] = await transaction<[{ articles: number }]>`
      select count(*)::integer as articles from public.newsletter_items as item
      join public.articles as article
        on article.language = ${language} and (article.id = item.article_id or article.original_article_id = item.article_id)
      where item.issue_id = ${issueId} and item.left_out is null and article.published`
    return { issueId, articleCount: counted.articles }
  })
}

/** Stores the items of an issue with their places. Items that an editor has decided on stay in place, and items with an editor's text are at least kept as left out. */
async function storeItems(
  sql: Session,
  items: readonly DraftItem[],
  { issue, items: before }: IssueContent,
): Promise<void> {
  const decided = before.filter(isDecided)
  const free = items.filter(({ originalId }) => !decided.some(({ article_id }) => article_id === originalId))
  const gone = before.filter(
    (item) => !isDecided(item) && !free.some(({ originalId }) => originalId === item.article_id),
  )
  const kept = gone.filter(hasPersonsText)
  await sql`
    delete from public.newsletter_items
    where id = any(${gone.filter((item) => !kept.includes(item)).map(({ id }) => id)}::uuid[])`
  await sql`
    update public.newsletter_items set left_out = ${LEFT_OUT_REASONS.otherDays()}
    where id = any(${kept.map(({ id }) => id)}::uuid[]) and left_out is null`
  // The join skips articles that were deleted meanwhile.
  await sql`
    insert into public.newsletter_items as item (issue_id, article_id, section, position, left_out)
    select ${issue.id}::uuid, article.id, given.section, given.position, given.left_out
    from jsonb_to_recordset(${JSON.stringify(withPositions(free, decided))}::jsonb)
      as given (article_id uuid, section text, position integer, left_out text)
    join public.articles as article on article.id = given.article_id
    on conflict (issue_id, article_id) do update
      set section = excluded.section, position = excluded.position, left_out = excluded.left_out`
}

/** Numbers items within their sections, and skips the positions of those that stay. */
function withPositions(items: readonly DraftItem[], staying: readonly IssueItem[]) {
  return SECTIONS.flatMap((section) => {
    const taken = new Set(staying.filter((item) => item.section === section).map(({ position }) => position))
    let position = -1
    return items
      .filter((item) => item.section === section)
      .map(({ originalId, leftOut }) => {
        do position += 1
        while (taken.has(position))
        return { article_id: originalId, section, position, left_out: leftOut }
      })
  })
}

export interface StoredSummary {
  /** The original of the article. */
  article_id: string
  text: string
  origin: 'model' | 'rules'
  /** True if it replaces a present summary. */
  replaces: boolean
}

interface Place {
  present: IssueContent
  language: Language
  /** True if texts of editors are replaced as well. */
  replacesPersons?: boolean
}

/** Stores summaries of the items of an issue. Those of editors stay, unless `replacesPersons` is set. */
export async function storeSummaries(
  sql: Session,
  summaries: readonly StoredSummary[],
  { present, language, replacesPersons = false }: Place,
): Promise<void> {
  await sql`
    insert into public.newsletter_summaries as present (item_id, language, summary, origin)
    select item.id, ${language}, given.text, given.origin
    from jsonb_to_recordset(${JSON.stringify(summaries)}::jsonb) as given (article_id uuid, text text, origin text, replaces boolean)
    join public.newsletter_items as item on item.issue_id = ${present.issue.id} and item.article_id = given.article_id
    where given.replaces or not exists (
      select from public.newsletter_summaries as known where known.item_id = item.id and known.language = ${language})
    on conflict (item_id, language) do update set summary = excluded.summary, origin = excluded.origin
      where present.origin <> 'person' or ${replacesPersons}`
}

interface NewTexts {
  texts: EditionTexts
  origin: 'model' | 'rules'
  model: string | null
  /** Of the English texts that were translated; null when they were not. */
  sourceHash: string | null
  /** A sentence about the whole edition; null for none. */
  remark: string | null
  notes: Notes
}

/**
 * Stores the texts of an edition apart from its items, unless an editor's texts are to stay; the notes are stored in any case.
 * @returns whether an editor's texts have stayed
 */
export async function storeTexts(
  sql: Session,
  { texts, origin, model, sourceHash, remark, notes }: NewTexts,
  { present, language, replacesPersons = false }: Place,
): Promise<boolean> {
  const { id } = present.issue
  const edition = present.editions.find((one) => one.language === language)
  const stays = edition !== undefined && isPersons(edition) && !replacesPersons
  if (stays) notes.add(edition.content === null ? TEXTS_STAY : CONTENT_STAYS)
  const dropped = JSON.stringify([...(remark === null ? [] : [remark]), ...notes.all()])
  if (stays)
    await sql`
      update public.newsletter_editions set dropped = ${dropped}::jsonb
      where issue_id = ${id} and language = ${language}`
  else
    await sql`
      insert into public.newsletter_editions
        (issue_id, language, subject, preheader, introduction, origin, model, dropped, source_hash)
      values (${id}, ${language}, ${texts.subject}, ${texts.preheader}, ${texts.introduction}, ${origin}, ${model},
        ${dropped}::jsonb, ${sourceHash})
      on conflict (issue_id, language) do update set
        subject = excluded.subject, preheader = excluded.preheader, introduction = excluded.introduction, content = null,
        origin = excluded.origin, model = excluded.model, dropped = excluded.dropped, made_at = now(),
        source_hash = excluded.source_hash, reviewed_at = null, reviewed_by = null`
  return stays
}

const TEXTS_STAY = 'Subject, preheader and introduction were written by a person, and stay as they are.'
const CONTENT_STAYS =
  'The content was written by a person, and stays as it is: what has changed in the items is not in it.'

/** Tells whether an edition has texts of an editor; an empty one has none. */
const isPersons = ({ origin, subject, preheader, introduction, content }: NewsletterEdition) =>
  origin === 'person' && (content !== null || `${subject}${preheader}${introduction}`.trim() !== '')

interface NewIssue {
  /** Null when the schedule creates it. */
  actor: string | null
  /** True if it is wanted beside the one for the coming Sunday. */
  another?: boolean
  settings: SundaySchedule & Pick<Settings, 'newsletter_counts_clicks' | 'newsletter_pictures'>
}

/** Finds the issue that is sent on the coming Sunday, or is being made for it; null when there is none, or it was sent. */
export async function findIssueForSunday(sql: Session, settings: SundaySchedule): Promise<string | null> {
  const { at } = nextSunday(new Date(), settings)
  const [issue] = await sql<{ id: string; status: IssueStatus }[]>`
    select id, status from private.issues_of_sunday(${at}) limit 1`
  return issue && issue.status !== 'sent' ? issue.id : null
}

/** An empty draft with an English edition, or the issue that there is for the coming Sunday. */
export function createEmptyIssue(sql: Sql, issue: NewIssue): Promise<string> {
  return sql.transaction(async (transaction) => {
    await transaction`select private.lock_issues()`
    const present = issue.another ? null : await findIssueForSunday(transaction, issue.settings)
    if (present !== null) return present
    const id = await createIssue(transaction, issue)
    await transaction`
      insert into public.newsletter_editions (issue_id, language, origin) values (${id}, 'en', 'rules')`
    return id
  })
}

/** The draft for the coming Sunday that somebody else has begun meanwhile, or a new one. */
async function beginIssue(transaction: Session, issue: NewIssue): Promise<string> {
  await transaction`select private.lock_issues()`
  const { at } = nextSunday(new Date(), issue.settings)
  const [draft] = await transaction<{ id: string }[]>`
    select id from private.issues_of_sunday(${at}) where status = 'draft' and not ${issue.another ?? false} limit 1`
  return draft?.id ?? createIssue(transaction, issue)
}

/** Makes a draft without editions. */
export async function createIssue(sql: Session, { actor, settings }: NewIssue): Promise<string> {
  const { newsletter_counts_clicks: countsClicks, newsletter_pictures: showsPictures } = settings
  const [row] = await sql<[{ id: string }]>`
    with made as (
      insert into public.newsletter_issues (origin, created_by, counts_clicks, shows_pictures)
      values (${actor === null ? 'clock' : 'desk'}, ${actor}::uuid, ${countsClicks}, ${showsPictures}) returning id
    ), noted as (
      insert into public.newsletter_issue_events (issue_id, actor, event) select id, ${actor}::uuid, 'draft' from made
    )
    select id from made`
  return row.id
}

const OPEN = new Set(['draft', 'approved', 'scheduled'])

/**
 * Marks an edition as reviewed by an editor. A translated one then counts as up to date with the English one.
 * @throws ComposeRefusal
 */
export function reviewEdition(
  sql: Sql,
  {
    issueId,
    language,
    updatedAt,
    actor,
  }: { issueId: string; language: Language; updatedAt?: string | undefined; actor: string | null },
): Promise<void> {
  return sql.transaction(async (transaction) => {
    await transaction`select from public.newsletter_issues where id = ${issueId} for update`
    const content = await readIssue(transaction, issueId)
    const edition = content?.editions.find((one) => one.language === language)
    if (!content || !edition) throw noSuchIssue()
    if (!OPEN.has(content.issue.status))
      throw new ComposeRefusal('not_draft', 'This issue cannot be reviewed any more.')
    if (updatedAt !== undefined && Date.parse(updatedAt) !== Date.parse(edition.updated_at))
      throw new ComposeRefusal(
        'changed',
        'Somebody has saved this edition meanwhile. Read it again before you mark it.',
      )
    await transaction`
      update public.newsletter_editions
      set reviewed_at = clock_timestamp(), reviewed_by = ${actor}::uuid,
        source_hash = case when source_hash is not null then ${hashOfEnglish(content)} end
      where issue_id = ${issueId} and language = ${language}`
  })
}
