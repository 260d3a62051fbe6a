import { chooseOutdated } from '#core/domain/backup.ts'
import type { Services } from '#server/features/services.ts'

type Deps = Pick<Services, 'sql' | 'backups' | 'settings'>

/** Removes the backups that are not kept any longer from where they are kept now. Those in other places stay as they are. */
export async function removeOutdated({ sql, backups, settings }: Deps): Promise<void> {
  const { target } = backups
  const place = await target.findId()
  const kept = await sql<{ id: string; file: string; size: string; made_at: string }[]>`
    select id, file, bytes::text as size, to_json(made_at) #>> '{}' as made_at from private.backups
    where status = 'done' and removed_at is null and place_id = ${place}`
  for (const { id, file, size } of chooseOutdated(kept, settings.current().newsletter_zone)) {
    await target.remove(file, Number(size))
    await sql`update private.backups set removed_at = now() where id = ${id}`
  }
}

const OLDEST_DAYS = 400

/** Deletes the rows of what is long gone. The days of the schedule are among them, of which only the latest is looked at. */
export async function purgeBackups({ sql }: Pick<Services, 'sql'>): Promise<void> {
  const days = OLDEST_DAYS
  await sql`
    delete from private.backups
    where status = 'done' and removed_at < now() - make_interval(days => ${days})
      or status = 'failed' and ended_at < now() - make_interval(days => ${days})`
  await sql`delete from private.backup_troubles where ended_at < now() - make_interval(days => ${days})`
  await sql`delete from private.backup_downloads where expires_at < now()`
}
