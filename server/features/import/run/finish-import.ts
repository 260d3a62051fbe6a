import type { ImportChoices, ImportReport } from '#core/domain/site-import.ts'
import { notesAt } from '#server/features/import/article-notes.ts'
import type { CollectedNotes } from '#server/features/import/collect-notes.ts'
import { groupNotes, type ImportRow, problemOf } from '#server/features/import/run/import-rows.ts'
import type { SourceIndex } from '#server/features/import/run/index-source.ts'
import type { RunDeps } from '#server/features/import/run/prepare-run.ts'
import { listReplaced } from '#server/features/import/run/replaced-articles.ts'
import type { Totals } from '#server/features/import/run/run-import.ts'
import { broughtPictures } from '#server/features/import/run/undo-import.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Stores the report of an import, with one entry in the audit log for all its articles. */
export async function finishImport(
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
