import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Settings } from '#core/domain/settings.ts'
import { fitLogo } from '#core/look/logo.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import type { LookUse } from '#server/platform/images/look/make-look-file.ts'
import type { ImageWorker } from '#server/platform/images/worker/image-worker.ts'

const CACHED_BYTES = 8 * 1024 * 1024

/** Reads logos and icons; a name is the hash of its content, so what is cached never changes. */
export interface LookFiles {
  read(file: string): Promise<Buffer<ArrayBuffer> | null>
}

export function createLookFiles(sql: Sql): LookFiles {
  const cached = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: CACHED_BYTES,
    sizeCalculation: (bytes) => bytes.length + 1,
  })
  return {
    async read(file) {
      const known = cached.get(file)
      if (known) return known
      const [row] = await sql<{ content: Buffer<ArrayBuffer> }[]>`
        select content from private.look_files where name = ${file}`
      if (row) cached.set(file, row.content)
      return row?.content ?? null
    },
  }
}

/** A stored file: its name, that of the same in the colours of the dark theme, and its size. */
export interface StoredLookFile {
  file: string
  recoloured: string | null
  width: number
  height: number
}

/**
 * Makes a logo or an icon of uploaded bytes and stores it. Until a setting names it, it is kept for a week.
 * @throws UnreadableImage whose message continues "The file ..."
 */
export async function storeLookFile(
  { sql, worker }: { sql: Sql; worker: Pick<ImageWorker, 'makeLookFile'> },
  bytes: Buffer<ArrayBuffer>,
  use: LookUse,
): Promise<StoredLookFile> {
  const { type, width, height, content, recoloured } = await worker.makeLookFile(bytes, use)
  const store = async (made: Buffer) => {
    const name = `look/${createHash('sha256').update(made).digest('hex').slice(0, 32)}.${type}`
    await sql`
      insert into private.look_files (name, content) values (${name}, ${made})
      on conflict (name) do update
        set remove_after = greatest(look_files.remove_after, now() + interval '7 days')`
    return name
  }
  const file = await store(content)
  return { file, recoloured: recoloured && (await store(recoloured)), width, height }
}

/** The value of the setting `logo` for one file, or two; one alone is recoloured for the dark theme. */
export async function storeLogo(
  deps: Parameters<typeof storeLookFile>[0],
  { light, dark, named }: { light: Buffer<ArrayBuffer>; dark?: Buffer<ArrayBuffer> | null; named: boolean },
): Promise<NonNullable<Settings['logo']>> {
  const { file, recoloured, width, height } = await storeLookFile(deps, light, 'logo')
  const second = dark ? (await storeLookFile(deps, dark, 'logo')).file : recoloured
  return { light: file, dark: second, ...fitLogo({ width, height }), named }
}

/** The value of the setting `icon`. */
export async function storeIcon(
  deps: Parameters<typeof storeLookFile>[0],
  bytes: Buffer<ArrayBuffer>,
): Promise<NonNullable<Settings['icon']>> {
  return { file: (await storeLookFile(deps, bytes, 'icon')).file }
}
