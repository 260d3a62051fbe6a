import { stat } from 'node:fs/promises'
import { inMegabytes } from '#server/features/backup/in-megabytes.ts'
import type { Manifest } from '#server/features/backup/manifest.ts'

/** Describes the contents of a backup, in a sentence. */
export async function describeBackup(
  file: string,
  { madeAt, program, siteUrl, tables, files }: Manifest,
): Promise<string> {
  const number = (value: number) => value.toLocaleString('en')
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const { size } = await stat(file)
  return (
    `${file} (${inMegabytes(size)}) has ${number(rows)} rows of ${tables.length} tables and ${number(files.count)} files (${inMegabytes(files.bytes)}), ` +
    `as ${siteUrl} had them on ${madeAt}, made by AI Watch ${program}.`
  )
}
