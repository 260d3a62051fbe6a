import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { StoredLookFile } from '#core/data/settings.ts'
import type { Settings } from '#core/domain/settings.ts'
import { fitLogo } from '#core/look/logo.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import type { LookUse, MadeLookFile } from '#server/platform/images/look/make-look-file.ts'
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

type LookWorker = Pick<ImageWorker, 'makeLookFile'>

/** The file made of a logo or an icon, and the bytes of which it was made. */
export type NewLookFile = MadeLookFile & { original: Buffer<ArrayBuffer> }

/** @throws UnreadableImage whose message continues "The file ..." */
export async function readLookFile(
  worker: LookWorker,
  original: Buffer<ArrayBuffer>,
  use: LookUse,
): Promise<NewLookFile> {
  return { ...(await worker.makeLookFile(original, use)), original }
}

/**
 * Makes a logo or an icon of uploaded bytes and stores it. Until a setting names it, it is kept for a week.
 * @throws UnreadableImage whose message continues "The file ..."
 */
export async function storeLookFile(
  { sql, worker }: { sql: Session; worker: LookWorker },
  bytes: Buffer<ArrayBuffer>,
  use: LookUse,
): Promise<StoredLookFile> {
  return store(sql, await readLookFile(worker, bytes, use))
}

async function store(
  sql: Session,
  { type, width, height, content, recoloured, original }: NewLookFile,
): Promise<StoredLookFile> {
  const nameOf = (bytes: Buffer) =>
    `look/${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${type}`
  const insert = async (bytes: Buffer) => {
    await sql`
      insert into private.look_files (name, content) values (${nameOf(bytes)}, ${bytes})
      on conflict (name) do update
        set remove_after = greatest(look_files.remove_after, now() + interval '7 days')`
    return nameOf(bytes)
  }
  // A file that was made here once is not encoded again, which would change a WebP each time.
  const known = await sql`select from private.look_files where name = ${nameOf(original)}`
  const file = await insert(known.length > 0 ? original : content)
  return { file, recoloured: recoloured && (await insert(recoloured)), width, height }
}

/**
 * The value of the setting `logo` for one file, or two. One alone is recoloured for the dark theme, unless that is to show it as it is: null.
 */
export async function storeLogo(
  sql: Session,
  { light, dark, named }: { light: NewLookFile; dark?: NewLookFile | null | undefined; named: boolean },
): Promise<NonNullable<Settings['logo']>> {
  const { file, recoloured, width, height } = await store(
    sql,
    dark === undefined ? light : withoutColours(light),
  )
  const second = dark ? (await store(sql, withoutColours(dark))).file : recoloured
  return { light: file, dark: second, ...fitLogo({ width, height }), named }
}

/** The value of the setting `icon`. */
export async function storeIcon(sql: Session, icon: NewLookFile): Promise<NonNullable<Settings['icon']>> {
  return { file: (await store(sql, withoutColours(icon))).file }
}

const withoutColours = (made: NewLookFile): NewLookFile => ({ ...made, recoloured: null })
