import { Readable } from 'node:stream'
import * as z from 'zod'
import { BackupError } from '#server/features/backup/backup-error.ts'
import type { BackupTarget } from '#server/features/backup/targets/target.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { passwordRefusal } from '#server/supabase/auth/sign-in.ts'
import { hashToken, newToken } from '#server/supabase/auth/tokens.ts'
import { answer, type Call, refuse, withBody } from '#server/supabase/functions/call.ts'

/** The browser begins the download at once. */
const TOKEN_SECONDS = 60
const MAX_TOKEN_LENGTH = 100

const input = z.strictObject({ id: z.uuid(), password: z.string().max(1000) })

/** Lets an administrator who shows the password download a backup once, within a minute. */
export const openBackupDownload = withBody(
  input,
  'Send the id of a backup and your password.',
  async (
    deps: Pick<FunctionDeps, 'sql' | 'backups' | 'signInThrottle' | 'passwordWork'>,
    { id, password },
    { userId, address },
  ) => {
    const { sql, backups } = deps
    const refusal = await passwordRefusal(deps, { userId, password, address })
    if (refusal) return refuse(refusal.status, refusal.error, refusal)
    const [backup] = await sql<{ file: string; place_id: string }[]>`
      select file, place_id from private.backups where id = ${id} and status = 'done' and removed_at is null`
    const isHere = backup && (await isAt(backups.target, backup))
    if (isHere instanceof BackupError) return refuse(503, isHere.message)
    if (!isHere)
      return refuse(404, 'This backup is not where backups are kept now.', { more: { code: 'not_here' } })
    return answer({ token: await addTicket(sql, { userId, backupId: id, withSubscribers: false }) })
  },
)

/** Returns the token with which a download can be begun once; without a backup, it is that of an export. */
export async function addTicket(
  sql: Sql,
  ticket: { userId: string; backupId: string | null; withSubscribers: boolean },
): Promise<string> {
  const { userId, backupId, withSubscribers } = ticket
  const token = newToken()
  await sql`
    insert into private.backup_downloads (token_hash, backup_id, user_id, expires_at, with_subscribers)
    values (${hashToken(token)}, ${backupId}, ${userId}, now() + make_interval(secs => ${TOKEN_SECONDS}), ${withSubscribers})`
  return token
}

/** Tells whether a file is where backups are kept now, or why nobody knows. */
async function isAt(
  target: BackupTarget,
  { file, place_id }: { file: string; place_id: string },
): Promise<boolean | BackupError> {
  if (place_id !== (await target.findId())) return false
  return target.has(file).catch((error) => {
    if (error instanceof BackupError) return error
    throw error
  })
}

/** Sends the browser back when there is nothing to download, because a page asked for it and not a program. */
export const refuseDownload = (page = '/admin/backups'): Response =>
  new Response(null, {
    status: 303,
    headers: { location: `${page}?download=refused`, 'cache-control': 'no-store' },
  })

/** The token in the form of a download; null when it can be none. */
export async function readTicket(request: Request): Promise<string | null> {
  const token = new URLSearchParams(await request.text()).get('token') ?? ''
  return token === '' || token.length > MAX_TOKEN_LENGTH ? null : token
}

/**
 * A backup, for the form with a token that `open-backup-download` gave. The token is in the body, so that it stands in no log and in no
 * history, and is used up before the first byte is sent.
 */
export async function downloadBackup(
  { sql, backups, log }: Pick<FunctionDeps, 'sql' | 'backups' | 'log'>,
  { request }: Call,
): Promise<Response> {
  const token = await readTicket(request)
  if (token === null) return refuseDownload()
  const backup = await sql.transaction(async (transaction) => {
    const [download] = await transaction<{ user_id: string; file: string; place_id: string }[]>`
      delete from private.backup_downloads using private.backups
      where token_hash = ${hashToken(token)} and backups.id = backup_id and expires_at > now() and removed_at is null
        and private.can_administrate(user_id)
      returning user_id, file, place_id`
    if (!download || download.place_id !== (await backups.target.findId())) return null
    await transaction`
      select private.record_act('administrators', 'download_backup', 'downloaded the backup %s', ${download.file},
        p_actor => ${download.user_id}::uuid)`
    return download
  })
  const found =
    backup &&
    (await backups.target.read(backup.file).catch((error) => {
      if (error instanceof BackupError) log.error(`A backup was not downloaded: ${error.message}`)
      else throw error
    }))
  if (!found) return refuseDownload()
  return attachment(found.stream, {
    type: 'application/octet-stream',
    name: backup.file,
    size: found.size,
  })
}

/** A file that the browser stores, whatever is in it. */
export function attachment(
  stream: Readable,
  { type, name, size }: { type: string; name: string; size?: number },
): Response {
  return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, {
    headers: {
      'content-type': type,
      ...(size !== undefined && { 'content-length': String(size) }),
      'content-disposition': `attachment; filename="${name}"`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
}
