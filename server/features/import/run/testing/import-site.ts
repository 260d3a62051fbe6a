import type { ImportChoices, ImportFormat, ImportRecord } from '#core/domain/site-import.ts'
import { collectNotes } from '#server/features/import/collect-notes.ts'
import { beginLocalImport, beginState, findImportRecord } from '#server/features/import/run/import-rows.ts'
import { readImport } from '#server/features/import/run/read-import.ts'
import { runImport } from '#server/features/import/run/run-import.ts'
import { undoImport } from '#server/features/import/run/undo-import.ts'
import type { ImportSource } from '#server/features/import/source/import-source.ts'
import type { Services } from '#server/features/services.ts'

export const CHOICES: ImportChoices = {
  language: 'en',
  section: 'news',
  drafts: false,
  site: null,
  terms: [],
}

/** The steps of an import of a source in memory. */
export function importing(services: Services, signal = new AbortController().signal) {
  const { sql } = services

  async function recordOf(id: string): Promise<ImportRecord> {
    const record = await findImportRecord(sql, id)
    if (!record) throw new Error('There is no such import')
    return record
  }

  return {
    recordOf,
    async plan(
      source: ImportSource,
      { format = null, siteName = null }: { format?: ImportFormat | null; siteName?: string | null } = {},
    ): Promise<ImportRecord> {
      const id = await beginLocalImport(sql, { name: source.name, format, siteName })
      const row = await beginState(sql, id, 'reading')
      await readImport(services, row, source, { notes: collectNotes(), signal })
      return recordOf(id)
    },
    async run(id: string, source: ImportSource, choices: Partial<ImportChoices> = {}): Promise<ImportRecord> {
      const row = await beginState(sql, id, 'importing', { ...CHOICES, ...choices })
      await runImport(services, row, source, { notes: collectNotes(), signal })
      return recordOf(id)
    },
    async undo(id: string): Promise<ImportRecord> {
      await undoImport(services, await beginState(sql, id, 'undoing'), signal)
      return recordOf(id)
    },
  }
}

/** A folder of Markdown files: of each its path, its front matter and its text. */
export function documents(
  files: Record<string, { fields: Record<string, unknown>; text?: string }>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([path, { fields, text = 'Ships come in at dawn, and leave at dusk.' }]) => {
      const lines = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
      return [path, `---\n${lines.join('\n')}\n---\n${text}\n`]
    }),
  )
}
