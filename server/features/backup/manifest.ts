import { stat } from 'node:fs/promises'
import * as z from 'zod'

/** Raised when an older program could not read a backup any more. */
export const FORMAT = 2

/** The names in an archive, in their order: chunks of tables, stored files, the keys of the site, the manifest. */
export const TABLE_CHUNK = /^tables\/([a-z_]+\.[a-z_0-9]+)\/(\d{6,9})\.copy$/
export const STORED_FILE = /^files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
export const SECRETS_NAME = 'secrets.json'
export const MANIFEST_NAME = 'manifest.json'

/** The largest parts that are read into memory. A chunk of a table ends with the row that fills it, and rows have a few megabytes. */
export const CHUNK_BYTES = 4 * 1024 * 1024
export const MAX_ENTRY_BYTES = 64 * 1024 * 1024

/** Of the manifest and of the keys: an object takes many times the memory of its text. */
export const MAX_JSON_BYTES = 4 * 1024 * 1024

const count = z.number().int().nonnegative()
/** It may be printed, so it has no characters that a terminal obeys. */
const line = (most: number) =>
  z
    .string()
    .regex(/^[\x20-\x7e]+$/)
    .max(most)
const name = line(200)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const manifest = z.strictObject({
  format: z.number().int().positive(),
  /** The version of the program that made it. */
  program: line(50),
  madeAt: z.iso.datetime(),
  siteUrl: line(300),
  postgres: line(100),
  /** The record that the database has of its schema. Backups from before 1.0.0 name versions of migrations instead. */
  schema: z.strictObject({ release: z.string().regex(/^\d{1,6}(\.\d{1,6}){2}$/), hash: sha256 }).optional(),
  versions: z.unknown().optional(),
  tables: z
    .array(
      z.strictObject({ name, columns: z.array(name).min(1).max(500), rows: count, bytes: count, sha256 }),
    )
    .max(1000),
  /** The last value that each sequence has given. */
  sequences: z.array(z.strictObject({ name, value: z.string().regex(/^-?\d{1,19}$/) })).max(1000),
  files: z.strictObject({
    count,
    bytes: count,
    /** Of all names and contents, one after the other. */
    sha256,
    /** The number of files that the database names and that were not there any more. */
    missing: count,
  }),
  secrets: z.strictObject({ sha256 }),
})

export type Manifest = z.infer<typeof manifest>
export type TableOfBackup = Manifest['tables'][number]

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

export const inMegabytes = (bytes: number): string =>
  `${(Math.ceil(bytes / 100_000) / 10).toLocaleString('en')} MB`
