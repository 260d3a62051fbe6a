import type { ImportChoices, ImportReport } from '#core/domain/site-import.ts'
import { notesAt } from '#server/features/import/article-notes.ts'
import type { CollectedNotes } from '#server/features/import/collect-notes.ts'
import type { ImportedArticle, ImportedPage, ImportedPicture } from '#server/features/import/imported.ts'
import { bringPages } from '#server/features/import/pages/bring-pages.ts'
import { createPictureBringer } from '#server/features/import/places/bring-picture.ts'
import { readSource } from '#server/features/import/read-source.ts'
import { describeArticle } from '#server/features/import/run/article-facts.ts'
import {
  groupNotes,
  type ImportRow,
  problemOf,
  reportImportProgress,
} from '#server/features/import/run/import-rows.ts'
import {
  type Entry,
  idOf,
  indexSource,
  type SourceIndex,
  sectionsOf,
} from '#server/features/import/run/index-source.ts'
import { type Places, placeArticle, placePage } from '#server/features/import/run/place-article.ts'
import {
  defaultChoices,
  prepareRun,
  type RunDeps,
  type RunOptions,
} from '#server/features/import/run/prepare-run.ts'
import { listReplaced } from '#server/features/import/run/replaced-articles.ts'
import { oldSiteOf, requireSameSite } from '#server/features/import/run/source-key.ts'
import {
  type StorableArticle,
  type Stored,
  storeArticles,
} from '#server/features/import/run/store-articles.ts'
import { announceArticles, broughtPictures } from '#server/features/import/run/undo-import.ts'
import type { ImportSource } from '#server/features/import/source/import-source.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Articles that are stored together, unless they are long. */
const BATCH = 50
const BATCH_LENGTH = 1_000_000
/** The time that open desks and cached lists wait for what was imported meanwhile. */
const ANNOUNCE_MS = 30_000

type Totals = Stored & { unchanged: number }

/**
 * Carries an import out: stores the articles of its source that are not here, and those that have changed there and not here. What an
 * earlier run of it has done is found again, so that it goes on after any end of its process and does nothing twice.
 * @throws UnreadableSource, ImportStopped
 */
export async function runImport(
  deps: RunDeps,
  row: ImportRow,
  source: ImportSource,
  { notes, signal }: RunOptions,
): Promise<void> {
  const { sql, settings } = deps
  const began = Date.now()
  const { report } = notes
  const { reading, remembered } = await prepareRun(deps, row, source, { report, signal })
  const choices = row.choices ?? defaultChoices(remembered, settings.current().categories)
  const { format, site, defaultAuthor } = reading
  const index = await indexSource({
    ...reading,
    choices,
    progress: (done, title) => reportImportProgress(sql, row.id, { done: 0, total: done, title }),
  })
  await requireSameSite(sql, site, { ...reading, index })
  const oldSite = oldSiteOf(site, choices)
  const places: Places = {
    index,
    files: new Map(source.files.map((file) => [file.path, file])),
    hosts: new Set(oldSite ? [new URL(oldSite).host] : []),
    bringPicture: createPictureBringer({ ...deps, report, oldSite }),
    signal,
  }
  const storing = { sql, importId: row.id, source: site.key, actor: row.createdBy, report }
  const rules = { authors: index.authors, defaultAuthor, sections: sectionsOf(choices), choices }
  const totals: Totals = { created: 0, updated: 0, unchanged: 0, touched: 0, failed: 0, oldAddresses: 0 }
  let announcedAt = Date.now()
  let done = countDone(index, totals)

  async function store(batch: readonly ImportedArticle[]): Promise<void> {
    const placed: StorableArticle[] = []
    for (const article of batch) {
      const entry = index.entries.get(idOf(article))
      // Its notes were made when it was read for the index.
      const facts = describeArticle(article, rules, () => {})
      if (entry) placed.push(await placeArticle({ article, facts, entry }, places))
    }
    const stored = await storeArticles(storing, placed)
    for (const key of Object.keys(stored) as (keyof Stored)[]) totals[key] += stored[key]
    done += batch.length
    const title = batch.at(-1)?.title ?? ''
    if (Date.now() - announcedAt > ANNOUNCE_MS) {
      await announceArticles(sql)
      announcedAt = Date.now()
    }
    await reportImportProgress(sql, row.id, { done, total: index.entries.size, title })
  }

  try {
    const passes = [...index.entries.values()].some(isLate) ? [false, true] : [false]
    for (const late of passes) {
      let batch: ImportedArticle[] = []
      let length = 0
      // The problems of the source are known since it was read for the index.
      for await (const item of readSource(source, format, () => {})) {
        signal.throwIfAborted()
        if (item.kind === 'picture' && item.own && !late) await bringOwn(item, places)
        if (item.kind !== 'article' || !isDue(index, item, late)) continue
        batch.push(item)
        length += item.markdown.length
        if (batch.length < BATCH && length < BATCH_LENGTH) continue
        await store(batch)
        batch = []
        length = 0
      }
      if (batch.length > 0) await store(batch)
    }
    const place = (page: ImportedPage) => placePage(page, places)
    await bringPages(index.pages, { ...storing, language: choices.language, place })
  } finally {
    await announceArticles(sql)
  }
  await finishImport(deps, row, {
    index,
    choices,
    totals,
    notes,
    seconds: Math.ceil((Date.now() - began) / 1_000),
  })
}

/** Brings a picture of our own export to its address, whether or not a text shows it. */
async function bringOwn(picture: ImportedPicture, { files, bringPicture, signal }: Places): Promise<void> {
  const place = { file: picture.entry ?? '', title: '', sourceId: '' }
  await bringPicture({ ...picture, file: files.get(place.file) ?? null, language: 'en', place }, signal)
}

/** Counts what nothing has to be done about, and what an earlier process has done. Returns how many these are. */
function countDone({ entries }: SourceIndex, totals: Totals): number {
  let done = 0
  for (const { state, done: before } of entries.values()) {
    if (state === 'new' || state === 'changed') continue
    done += 1
    if (state === 'unchanged') totals[before ?? 'unchanged'] += 1
    else if (state === 'touched') totals.touched += 1
  }
  return done
}

function isDue(index: SourceIndex, article: ImportedArticle, late: boolean): boolean {
  const entry = index.entries.get(idOf(article))
  if (!entry || isLate(entry) !== late) return false
  const isOpen = entry.state === 'new' || entry.state === 'changed'
  // A second one with this id is no other article.
  if (!isOpen || entry.isStored) return false
  entry.isStored = true
  return true
}

/** True if a translation comes before its original, and so has to wait for the second reading. */
const isLate = ({ original, order }: Entry) => original !== null && original.order > order

/** Stores the report of an import, with one entry in the audit log for all its articles. */
async function finishImport(
  { sql }: Pick<RunDeps, 'sql'>,
  row: ImportRow,
  outcome: {
    index: SourceIndex
    choices: ImportChoices
    totals: Totals
    notes: CollectedNotes
    seconds: number
  },
): Promise<void> {
  const { index, choices, totals, notes, seconds } = outcome
  const report: ImportReport = {
    ...totals,
    pictures: 0,
    picturesFailed: notes.counts.get('picture') ?? 0,
    seconds,
  }
  await sql.transaction(async (transaction) => {
    await transaction`select set_config('audit.covered', 'on', true)`
    await featureNewest(transaction, row.id, index)
    const [found] = await transaction<[{ pictures: number }]>`
      select count(*)::int as pictures from (${broughtPictures(row.id)}) as brought`
    report.pictures = found.pictures
    for (const { title, sourceId, before } of await listReplaced(transaction, row.id))
      notesAt({ file: '', title, sourceId }, notes.report).info('changed', before, 'replaced')
    const ended = await transaction`
      update private.imports set state = 'done', report = ${JSON.stringify(report)}::jsonb,
        choices = ${JSON.stringify(choices)}::jsonb, notes = ${JSON.stringify(groupNotes(notes))}::jsonb,
        progress = null, problem = ${problemOf(notes, row)}, stopping = false, undone = null, active_at = now()
      where id = ${row.id} and state = 'importing' returning id`
    if (ended.length === 0) return
    const details = JSON.stringify({
      created: totals.created,
      changed: totals.updated,
      left: totals.touched,
      failed: totals.failed,
    })
    await transaction`
      select private.record_act('articles', 'import_articles', 'imported articles from %s', ${row.name}, ${row.id}::uuid,
        ${details}::jsonb, p_actor => ${row.createdBy}::uuid)`
  })
}

/** The newest of the articles that were featured there is featured here, in a language that has no featured article. */
async function featureNewest(
  transaction: Session,
  importId: string,
  { featured }: SourceIndex,
): Promise<void> {
  for (const { entry } of featured.values())
    await transaction`
      update public.articles as article set featured = true
      where id = ${entry.id} and published
        and exists (select from private.import_items where article_id = article.id and created_by = ${importId}::uuid)
        and not exists (select from public.articles as other where other.language = article.language and other.featured)`
}
