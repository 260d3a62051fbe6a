import { createHash, randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { MEDIA_BUCKET } from '#core/data/media-files.ts'
import { UPLOADS } from '#server/features/export/own-addresses.ts'
import { notesAt } from '#server/features/import/article-notes.ts'
import type { Report } from '#server/features/import/imported.ts'
import type { OwnExport } from '#server/features/import/publication/own-export.ts'
import { plain } from '#server/features/import/publication/read-own-fields.ts'
import { refusalOf } from '#server/features/import/publication/refusal-of.ts'
import { hasSameFrame } from '#server/features/import/publication/same-frame.ts'
import { describeIssue, moment, text } from '#server/features/import/publication/schemas.ts'
import { BrokenJson, readJson } from '#server/platform/documents/json/read-json.ts'
import { readBytes, UnreadableSource } from '#server/platform/documents/source-file.ts'
import { UnreadableImage } from '#server/platform/images/unreadable-image.ts'
import type { ImageWorker } from '#server/platform/images/worker/image-worker.ts'
import { type FileMetadata, requireObjectName } from '#server/supabase/storage/objects.ts'
import type { Storage } from '#server/supabase/storage/open-storage.ts'
import { noteFile, removeUnusedFiles } from '#server/supabase/storage/unused-files.ts'

const FILE = 'pictures.json'
const MAX_PICTURES = 200_000
/** Of what is known of a picture: six languages with two texts of 500 characters each. */
const MAX_RECORD_LENGTH = 50_000
/** As large as an upload becomes when it is encoded again. */
const MAX_PICTURE_BYTES = 8 * 1024 * 1024

export interface PictureDeps {
  storage: Pick<Storage, 'sql' | 'backend' | 'incoming'>
  images: Pick<ImageWorker, 'clean'>
}

const texts = z.record(z.string().max(10), text(500))

const picture = z.object({
  address: text(2000).refine(
    (address) => address.startsWith(UPLOADS) && isName(address.slice(UPLOADS.length)),
    'is none of an upload',
  ),
  file: text(2000),
  alts: texts.default({}),
  decorative: z.boolean().default(false),
  captions: texts.default({}),
  credit: text(200).nullable().default(null),
  licence: text(100).nullable().default(null),
  licenceUrl: text(1000).nullable().default(null),
  focus: z.tuple([z.int().min(0).max(100), z.int().min(0).max(100)]).default([50, 50]),
  originalName: text(255).nullable().default(null),
  source: text(2000).nullable().default(null),
  uploaded: moment.optional(),
})
type Picture = z.infer<typeof picture>

function isName(name: string): boolean {
  try {
    return requireObjectName(name) === name
  } catch {
    return false
  }
}

/**
 * Stores the pictures of an export at the addresses that texts name, each that is not there yet, with what is known of it. Returns how many.
 * Each is decoded and encoded again, as every upload; where that would have removed nothing but quality, its own bytes are stored.
 */
export async function bringPictures(
  deps: PictureDeps,
  own: OwnExport,
  { report, signal }: { report: Report; signal: AbortSignal },
): Promise<number> {
  const file = own.files.get(FILE)
  if (!file) return 0
  const atList = notesAt({ file: FILE, title: '', sourceId: '' }, report)
  let count = 0
  let stored = 0
  try {
    const options = { isRecord: (path: readonly string[]) => path.length === 1, maxLength: MAX_RECORD_LENGTH }
    for await (const { value } of readJson(file.open(), options)) {
      signal.throwIfAborted()
      if (++count > MAX_PICTURES) {
        atList.fail('too-large', `more than ${MAX_PICTURES} pictures`, 'left-out')
        break
      }
      const parsed = picture.safeParse(plain(value))
      if (!parsed.success) atList.fail('picture', describeIssue(parsed.error), 'left-out')
      else if (await bringPicture(deps, own, parsed.data, report)) stored++
    }
  } catch (error) {
    if (!(error instanceof BrokenJson || error instanceof UnreadableSource)) throw error
    atList.fail('incomplete', error.message, 'left-out')
  }
  return stored
}

async function bringPicture(
  deps: PictureDeps,
  own: OwnExport,
  facts: Picture,
  report: Report,
): Promise<boolean> {
  const notes = notesAt({ file: facts.file, title: '', sourceId: '' }, report)
  const name = facts.address.slice(UPLOADS.length)
  const { sql } = deps.storage
  const [known] = await sql`
    select 1 from storage.objects where bucket_id = ${MEDIA_BUCKET} and name = ${name}`
  if (known) return false
  const file = own.files.get(facts.file)
  const bytes = file && (await readBytes(file, MAX_PICTURE_BYTES))
  if (!bytes) {
    notes.fail('picture', file ? 'more than 8 MB, or damaged' : 'is not in the export', 'left-out')
    return false
  }
  const version = randomUUID()
  const problem = await withCleaned(deps, { version, bytes }, async (image) => {
    if (!image.isKept) notes.info('picture', 'encoded again', 'replaced')
    await noteFile(deps.storage, version)
    try {
      await deps.storage.backend.put(version, image)
      await insert(deps.storage, { name, version, facts, image })
    } catch (error) {
      await removeUnusedFiles(deps.storage, [version])
      throw error
    }
  })
  if (problem) notes.fail('picture', problem, 'left-out')
  if (problem) return false
  const refused = await describePicture(deps.storage, name, facts)
  if (refused) notes.warn('picture', refused, 'ignored')
  return true
}

interface NewPicture {
  path: string
  size: number
  sha256: string
  type: string
  isKept: boolean
}

/** Returns why it is no picture that can be stored, or null. */
async function withCleaned(
  { storage, images }: PictureDeps,
  { version, bytes }: { version: string; bytes: Buffer },
  use: (image: NewPicture) => Promise<void>,
): Promise<string | null> {
  const [from, to] = ['received', 'cleaned'].map((part) => join(storage.incoming, `${version}.${part}`)) as [
    string,
    string,
  ]
  try {
    await writeFile(from, bytes, { mode: 0o600 })
    const { type, size, sha256 } = await images.clean({ from, to })
    const isKept = hasSameFrame(bytes, await readFile(to), type)
    const ownHash = createHash('sha256').update(bytes).digest('hex')
    await use(
      isKept
        ? { path: from, size: bytes.length, sha256: ownHash, type, isKept }
        : { path: to, size, sha256, type, isKept },
    )
    return null
  } catch (error) {
    if (!(error instanceof UnreadableImage)) throw error
    return error.message.split('\n', 1).join('').slice(0, 200)
  } finally {
    await Promise.all([rm(from, { force: true }), rm(to, { force: true })])
  }
}

async function insert(
  { sql }: Pick<Storage, 'sql'>,
  { name, version, facts, image }: { name: string; version: string; facts: Picture; image: NewPicture },
): Promise<void> {
  const { size, sha256, type } = image
  const metadata: FileMetadata = {
    eTag: `"${sha256.slice(0, 32)}"`,
    size,
    mimetype: type,
    cacheControl: 'max-age=3600',
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  }
  const { originalName, source, uploaded = null } = facts
  const told = {
    ...(originalName !== null && { filename: originalName }),
    ...(source !== null && { source }),
  }
  await sql`
    insert into storage.objects (bucket_id, name, version, metadata, user_metadata, created_at)
    values (${MEDIA_BUCKET}, ${name}, ${version}, ${JSON.stringify(metadata)}::jsonb, ${JSON.stringify(told)}::jsonb,
      coalesce(${uploaded}::timestamptz, now()))
    on conflict (bucket_id, name) do nothing`
}

function describePicture(
  { sql }: Pick<Storage, 'sql'>,
  name: string,
  facts: Picture,
): Promise<string | null> {
  const { alts, decorative, captions, credit, licence, licenceUrl, focus } = facts
  return refusalOf(
    () => sql`
      update public.media_files set alts = ${JSON.stringify(decorative ? {} : alts)}::jsonb, decorative = ${decorative},
        captions = ${JSON.stringify(captions)}::jsonb, credit = ${credit}, licence = ${licence}, licence_url = ${licenceUrl},
        focus_x = ${focus[0]}, focus_y = ${focus[1]}
      where name = ${name}`,
  )
}
