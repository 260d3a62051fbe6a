import { Readable } from 'node:stream'
import * as z from 'zod'
import { BackupBusyError } from '#server/features/backup/backup-error.ts'
import {
  addTicket,
  attachment,
  readTicket,
  refuseDownload,
} from '#server/features/backup/functions/download-backup.ts'
import { createExport } from '#server/features/export/create-export.ts'
import { ExportError } from '#server/features/export/export-entry.ts'
import { streamZip } from '#server/features/export/write-zip.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { isLockTaken } from '#server/platform/database/advisory-lock.ts'
import { passwordRefusal } from '#server/supabase/auth/sign-in.ts'
import { hashToken } from '#server/supabase/auth/tokens.ts'
import { answer, type Call, refuse, withBody } from '#server/supabase/functions/call.ts'

/** Meanwhile no backup is made, and no removed file is deleted. */
const MAX_DURATION_MS = 60 * 60_000
const MAX_STALL_MS = 60_000

/** The page from which an export is downloaded. */
const PAGE = '/admin/import'

const input = z.strictObject({ password: z.string().max(1000), subscribers: z.boolean() })

/** Lets an administrator who shows the password download an export once, within a minute. */
export const openExportDownload = withBody(
  input,
  'Send your password, and whether the export has the subscribers.',
  async (
    deps: Pick<FunctionDeps, 'sql' | 'signInThrottle' | 'passwordWork'>,
    { password, subscribers: withSubscribers },
    { userId, address },
  ) => {
    const refusal = await passwordRefusal(deps, { userId, password, address })
    if (refusal) return refuse(refusal.status, refusal.error, refusal)
    if (await isLockTaken(deps.sql, 'backup'))
      return refuse(409, 'A backup or another export is under way. Wait until it has ended.')
    return answer({ token: await addTicket(deps.sql, { userId, backupId: null, withSubscribers }) })
  },
)

/**
 * The publication as a zip, made while it is downloaded, for the form with a token that `open-export-download` gave. The token is used up
 * before the first byte is sent.
 */
export async function downloadExport(
  { sql, backups, log }: Pick<FunctionDeps, 'sql' | 'backups' | 'log'>,
  { request }: Call,
): Promise<Response> {
  const token = await readTicket(request)
  if (token === null) return refuseDownload(PAGE)
  const ticket = await sql.transaction(async (transaction) => {
    const [found] = await transaction<{ user_id: string; with_subscribers: boolean }[]>`
      delete from private.backup_downloads
      where token_hash = ${hashToken(token)} and backup_id is null and expires_at > now() and private.can_administrate(user_id)
      returning user_id, with_subscribers`
    if (!found) return null
    const did = found.with_subscribers
      ? 'downloaded the publication with its subscribers'
      : 'downloaded the publication'
    await transaction`
      select private.record_act('administrators', 'download_export', ${did}, p_actor => ${found.user_id}::uuid)`
    return found
  })
  if (!ticket) return refuseDownload(PAGE)
  const started = Promise.withResolvers<Readable>()
  const exporting = createExport(
    backups.source,
    async (entries) => {
      const { stream, done } = streamZip(entries)
      started.resolve(stream)
      await done
    },
    { withSubscribers: ticket.with_subscribers, signal: AbortSignal.timeout(MAX_DURATION_MS) },
  )
  exporting.catch((error: unknown) => {
    started.reject(error)
    if (error instanceof BackupBusyError) return
    log.error(`An export was not completed: ${error instanceof Error ? error.message : String(error)}`)
  })
  const stream = await started.promise.catch((error: unknown) => {
    if (error instanceof BackupBusyError) return null
    throw error
  })
  if (!stream) return refuseDownload(PAGE)
  return attachment(Readable.from(endStalled(stream), { objectMode: false }), {
    type: 'application/zip',
    name: 'publication.zip',
  })
}

/** Ends an export of which the client takes nothing any more. */
async function* endStalled(stream: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    const timer = setTimeout(
      () => stream.destroy(new ExportError('The client stopped reading.')),
      MAX_STALL_MS,
    )
    try {
      yield chunk
    } finally {
      clearTimeout(timer)
    }
  }
}
