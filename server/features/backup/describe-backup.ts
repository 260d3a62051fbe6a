import { stat } from 'node:fs/promises'
import type { Manifest } from '#server/features/backup/manifest.ts'

/** What is in a backup, in a sentence. */
export async function describeBackup(
  file: string,
  { madeAt, program, siteUrl, tables, files }: Manifest,
): Promise<string> {
  const number = (value: number) => value.toLocaleString('en')
  const megabytes = (bytes: number) => `${number(Math.ceil(bytes / 100_000) / 10)} MB`
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const { size } = await stat(file)
  return (
    `${file} (${megabytes(size)}) has ${number(rows)} rows of ${tables.length} tables and ${number(files.count)} files (${megabytes(files.bytes)}), ` +
    `as ${siteUrl} had them on ${madeAt}, made by AI Watch ${program}.`
  )
}
