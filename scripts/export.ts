import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createExport, type WriteExport } from '#server/features/export/create-export.ts'
import { ExportError } from '#server/features/export/export-error.ts'
import { writeFolder } from '#server/features/export/write-folder.ts'
import { writeZip } from '#server/features/export/write-zip.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { findUserId } from '#server/supabase/auth/accounts.ts'
import { checkPassword } from '#server/supabase/auth/passwords/check-password.ts'
import { findStoredPassword } from '#server/supabase/auth/users.ts'
import { openBackend } from '#server/supabase/storage/backends/storage-backend.ts'
import { readPassword, runCommand, runWithDatabase } from './command-line.ts'

const USAGE = `Usage:
  npm run export -- FOLDER|FILE.zip                       writes the publication as files that other programs read
  npm run export -- --subscribers EMAIL FOLDER|FILE.zip   also the subscribers; asks for the password of this administrator

The site may be running. A folder has to be new, empty, or that of an earlier export, which is brought to the present.
What is in it: docs/moving.md`

await runCommand(async () => {
  const { target, administrator } = readArguments(process.argv.slice(2))
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stopping.abort(new ExportError('The export was stopped before its end.')))
  const { signal } = stopping
  await runWithDatabase(async ({ address, sql }, { storageDir: folder, s3, siteUrl }) => {
    if (administrator !== undefined) await requirePassword(sql, administrator)
    const write: WriteExport = (entries) =>
      target.endsWith('.zip') ? writeZip(target, entries, signal) : writeFolder(target, entries)
    const source = { address, backend: openBackend({ folder, s3 }), siteUrl }
    const options = { withSubscribers: administrator !== undefined, signal }
    const { articles, files, missing } = await createExport(source, write, options)
    console.log(`Exported ${articles} articles of all languages, in ${files} files: ${target}`)
    if (missing.length > 0)
      console.warn(`${missing.length} pictures that the database names are not in the storage.`)
  })
})

function readArguments(args: string[]): { target: string; administrator: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { subscribers: { type: 'string' } },
      allowPositionals: true,
    })
    const [target, ...others] = positionals
    if (target && others.length === 0) return { target: resolve(target), administrator: values.subscribers }
  } catch {
    // The usage says what there is.
  }
  throw new Error(USAGE)
}

/** Personal data leaves the site only in the name of an administrator, which the audit log notes. */
async function requirePassword(sql: Sql, email: string): Promise<void> {
  const password = await readPassword(`Password of ${email}: `)
  const id = await findUserId(sql, email)
  const [user] = await sql<{ is_allowed: boolean }[]>`
    select coalesce(private.can_administrate(${id}::uuid), false) as is_allowed`
  const isRight = id !== null && (await checkPassword(sql, password, await findStoredPassword(sql, id)))
  if (!isRight || !user?.is_allowed)
    throw new ExportError(`There is no administrator ${email} with this password, so nothing was exported.`)
  await sql`
    select private.record_act('subscribers', 'export_subscribers', 'exported subscribers',
      p_details => '{"with": "an export of the publication"}', p_actor => ${id}::uuid)`
}
