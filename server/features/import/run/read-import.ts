import { notesAt } from '#server/features/import/article-notes.ts'
import {
  groupNotes,
  type ImportRow,
  problemOf,
  reportImportProgress,
} from '#server/features/import/run/import-rows.ts'
import { indexSource } from '#server/features/import/run/index-source.ts'
import { createPlan } from '#server/features/import/run/plan-import.ts'
import {
  defaultChoices,
  prepareRun,
  type RunDeps,
  type RunOptions,
} from '#server/features/import/run/prepare-run.ts'
import { oldSiteOf, requireSameSite } from '#server/features/import/run/source-key.ts'
import type { ImportSource } from '#server/features/import/source/import-source.ts'

/**
 * The dry run: reads the source of an import and stores what is in it, what would happen by which choices, and what cannot be kept. It
 * changes nothing.
 * @throws UnreadableSource, ImportStopped
 */
export async function readImport(
  deps: RunDeps,
  row: ImportRow,
  source: ImportSource,
  { notes, signal }: RunOptions,
): Promise<void> {
  const { sql, settings, siteUrl } = deps
  const { categories, banned_words: bannedWords } = settings.current()
  const { report } = notes
  const { reading, remembered } = await prepareRun(deps, row, source, { report, signal })
  const plan = createPlan({ siteUrl, categories, images: new Map(), links: new Map() }, bannedWords)
  const choices = row.choices ?? defaultChoices(remembered, categories)
  const index = await indexSource({
    ...reading,
    choices,
    visit: (article, facts, entry, wanted) => {
      if (entry.state === 'changed') {
        const place = { file: '', title: facts.title, sourceId: entry.sourceId }
        notesAt(place, report).info('changed', entry.titleHere ?? '', 'replaced')
      }
      plan.visit(article, facts, entry, wanted)
    },
    progress: (done, title) => reportImportProgress(sql, row.id, { done, total: 0, title }),
  })
  await requireSameSite(sql, reading.site, { ...reading, index })
  const found = plan.finish(index, {
    remembered: row.choices ?? remembered,
    sections: categories,
    oldSite: oldSiteOf(reading.site, choices),
  })
  await sql`
    update private.imports set state = 'planned', plan = ${JSON.stringify(found)}::jsonb, articles = ${found.articles},
      choices = ${JSON.stringify(choices)}::jsonb, notes = ${JSON.stringify(groupNotes(notes))}::jsonb, problem = ${problemOf(notes, row)}, progress = null, stopping = false, active_at = now()
    where id = ${row.id} and state = 'reading'`
}
