import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findServableBuild, leaseBuild } from '#server/build/builds.ts'
import { createExport, type WriteExport } from '#server/features/export/create-export.ts'
import { ExportError } from '#server/features/export/export-entry.ts'
import { writeFolder } from '#server/features/export/write-folder.ts'
import { writeZip } from '#server/features/export/write-zip.ts'
import type { Config } from '#server/platform/config.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import type { Database } from '#server/platform/database/open-database.ts'
import { findUserId } from '#server/supabase/auth/accounts.ts'
import { checkPassword } from '#server/supabase/auth/passwords/check-password.ts'
import { findStoredPassword } from '#server/supabase/auth/users.ts'
import { openBackend } from '#server/supabase/storage/backends/storage-backend.ts'
import { readPassword, runCommand, runWithDatabase } from './command-line.ts'

const USAGE = `Usage:
  npm run export -- FOLDER|FILE.zip                       writes the publication as files that other programs read
  npm run export -- --subscribers EMAIL FOLDER|FILE.zip   also the subscribers; asks for the password of this administrator
  npm run export -- --static FOLDER|FILE.zip              the pages of readers, for any web server

The site may be running. A folder has to be new, empty, or that of an earlier export, which is brought to the present.
What is in it: docs/moving.md`

/** The most addresses that a message names. */
const MAX_LISTED = 10

await runCommand(async () => {
  const { target, administrator, isStatic } = readArguments(process.argv.slice(2))
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stopping.abort(new ExportError('The export was stopped before its end.')))
  const { signal } = stopping
  await runWithDatabase(async (database, config) => {
    if (isStatic) return writeMirror(database, config, { target, signal })
    const { address, sql } = database
    const { storageDir: folder, s3, siteUrl } = config
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

/** The pages come from the build of the site. */
async function writeMirror(
  database: Database,
  config: Config,
  options: { target: string; signal: AbortSignal },
): Promise<void> {
  const build = await findServableBuild(console.log)
  leaseBuild(build)
  const { mirror }: typeof import('#server/entry.ts') = await import(build.entry)
  const { publicDir } = build
  const { pages, files, changed, removed, missing, failed, audioLeftOut } = await mirror(
    { database, config, publicDir },
    options,
  )
  console.log(
    `Mirrored ${config.siteUrl}: ${pages} pages in ${files} files, of which ${changed} changed, and ${removed} are gone: ${options.target}`,
  )
  if (audioLeftOut > 0)
    console.warn(
      `Recordings and podcasts are left out: they are ${Math.round(audioLeftOut / 1e6).toLocaleString('en')} MB, and a mirror takes 1,000 MB of them.`,
    )
  if (missing.length > 0) console.warn(`Pages name what the site has not: ${listed(missing)}`)
  if (failed.length > 0) throw new ExportError(`The site could not make, so try again: ${listed(failed)}`)
}

function listed(addresses: string[]): string {
  const rest = addresses.length - MAX_LISTED
  return addresses.slice(0, MAX_LISTED).join(' ') + (rest > 0 ? ` and ${rest} more` : '')
}

interface Arguments {
  target: string
  administrator: string | undefined
  isStatic: boolean
}

function readArguments(args: string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { subscribers: { type: 'string' }, static: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [target, ...others] = positionals
    const { subscribers: administrator, static: isStatic } = values
    if (target && others.length === 0 && !(isStatic && administrator !== undefined))
      return { target: resolve(target), administrator, isStatic }
  } catch {
    // The usage explains the error.
  }
  throw new Error(USAGE)
}

/** Personal data leaves the site only in the name of an administrator, whom the audit log records. */
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
