import { Refusal } from '#app/admin/errors/refusal.ts'
import { identifyVisitor } from '#app/admin/session/identify-visitor.ts'
import type { Client } from '#core/data/client.ts'
import { MEDIA_BUCKET } from '#core/data/media-files.ts'

/** Removes files. Those that somebody else has removed already count as removed. */
export async function removeMedia(client: Client, names: readonly string[]): Promise<void> {
  const { data, error } = await client.storage.from(MEDIA_BUCKET).remove([...names])
  if (error) throw error
  if (data.length === names.length) return
  // To a session that has ended there are no files, so nothing was removed.
  const { kind } = await identifyVisitor(client, { trustMs: 0 })
  if (kind === 'needs_second_factor') throw new Refusal('insufficient_aal')
  if (kind !== 'admin') throw new Refusal('session_not_found')
}
