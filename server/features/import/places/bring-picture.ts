import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { DatabaseError } from 'pg'
import { MEDIA_BUCKET } from '#core/data/media-files.ts'
import { fileAddress, fileNameOf } from '#core/domain/image-address-input.ts'
import { MAX_ALT_LENGTH, plainFileName, plainLine } from '#core/domain/media-input.ts'
import type { NotePlace } from '#core/domain/site-import.ts'
import type { Language } from '#core/i18n/languages.ts'
import {
  copyFromAddress,
  copyOnce,
  pictureAddress,
  pictureSource,
  type StorePicture,
} from '#server/features/articles/copied-pictures.ts'
import { UPLOADS } from '#server/features/export/own-addresses.ts'
import type { ImportedPicture, OwnPicture, Report } from '#server/features/import/imported.ts'
import type { Services } from '#server/features/services.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import type { SourceFile } from '#server/platform/documents/source-file.ts'
import { createFairQueue } from '#server/platform/http/fair-queue.ts'
import { PictureFetchError, type PictureProblem } from '#server/platform/links/picture-fetcher.ts'
import { storeForSite } from '#server/supabase/storage/endpoints/upload.ts'
import { StorageError } from '#server/supabase/storage/storage-error.ts'

/** A picture in a text, or of an article. */
export interface PictureToBring extends Pick<ImportedPicture, 'address' | 'alt' | 'caption' | 'own'> {
  /** Its file in the source; null when it has to be fetched. */
  file: SourceFile | null
  /** Of its alt text and caption. */
  language: Language
  /** The article that shows it, for the note when it cannot be had. */
  place: NotePlace
}

/**
 * Brings a picture into the library, once however many articles and runs name it, and returns its address there. With a note, it
 * returns null for one that cannot be had, and nothing for one that no reader's browser should ask for. It may be called for many pictures at once: two are worked on.
 * @throws the reason of `signal`, and what database and storage throw
 */
export type BringPicture = (picture: PictureToBring, signal: AbortSignal) => Promise<string | null>

export interface PictureDeps extends Pick<Services, 'siteUrl' | 'storage' | 'images' | 'pictures'> {
  report: Report
  /** The address of the old site, for addresses without a host; null when nobody knows it. */
  oldSite: string | null
  /** The waits before the second and the third try. */
  waitsMs?: readonly number[]
}

type Outcome = { path: string; isNew: boolean } | { trouble: PictureTrouble }

/** The number of pictures that the fetcher works on for one user. */
const AT_ONCE = 2
/** The longest time that a timer can have. The fetcher has limits of its own for each picture. */
const QUEUE = { atOnce: AT_ONCE, perKey: AT_ONCE, maxWaitMs: 2 ** 31 - 1 }
const WAITS_MS = [1_000, 5_000]
/** The number of pictures that one import remembers. */
const MAX_KNOWN = 20_000
/** A server that failed to answer so often, one picture after the other, is not asked again by this import. */
const MAX_SILENCES = 3
const MAX_BYTES = 5 * 1024 * 1024

/** For one run of an import: what it has brought, and what it could not bring, is not tried again. */
export function createPictureBringer(deps: PictureDeps): BringPicture {
  const known = new LRUCache<string, Outcome>({ max: MAX_KNOWN })
  const underWay = new Map<string, Promise<Outcome>>()
  const silences = new LRUCache<string, number>({ max: MAX_KNOWN })
  const queue = createFairQueue(QUEUE)
  const store: StorePicture = (source) =>
    storeForSite({ storage: deps.storage, worker: deps.images }, MEDIA_BUCKET, source)

  async function fetchPicture(address: URL, signal: AbortSignal): Promise<Outcome> {
    const { host } = address
    const before = silences.get(host) ?? 0
    if (before >= MAX_SILENCES) return { trouble: { problem: 'silent' } }
    const waits = [...(deps.waitsMs ?? WAITS_MS)]
    for (;;) {
      try {
        const { name, isNew } = await copyFromAddress(deps, address.href, {
          by: null,
          fetching: { key: 'import', signal },
          store,
        })
        silences.delete(host)
        return { path: fileAddress(name), isNew }
      } catch (error) {
        signal.throwIfAborted()
        const trouble = troubleOf(error)
        const wait = isPassing(trouble) ? waits.shift() : undefined
        if (wait !== undefined) {
          await pause(wait, undefined, { signal })
          continue
        }
        if (trouble.isSilent) silences.set(host, before + 1)
        return { trouble }
      }
    }
  }

  async function readPicture(file: SourceFile): Promise<Outcome> {
    const bytes = await readBytes(file)
    if (!Buffer.isBuffer(bytes)) return { trouble: bytes }
    const filename = plainFileName(file.path.split('/').at(-1) ?? '')
    try {
      const { name, isNew } = await copyOnce(deps.storage.sql, bytes, null, (nameOf) =>
        store(pictureSource(Readable.from([bytes]), nameOf, { filename })),
      )
      return { path: fileAddress(name), isNew }
    } catch (error) {
      return { trouble: troubleOf(error) }
    }
  }

  /** Stores a picture of our own export at its address, unless there is one. */
  async function keepPicture({ file, address }: PictureToBring): Promise<Outcome> {
    const name = address.slice(UPLOADS.length)
    const isThere = await deps.storage.sql`
      select from storage.objects where bucket_id = ${MEDIA_BUCKET} and name = ${name}`
    if (isThere.length > 0) return { path: address, isNew: false }
    const bytes = file ? await readBytes(file) : { problem: 'unreadable' as const }
    if (!Buffer.isBuffer(bytes)) return { trouble: bytes }
    const filename = plainFileName(name.split('/').at(-1) ?? '')
    try {
      await store(pictureSource(Readable.from([bytes]), () => name, { filename }))
      return { path: address, isNew: true }
    } catch (error) {
      return { trouble: troubleOf(error) }
    }
  }

  function bringOnce(key: string, work: () => Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
    const shared = underWay.get(key)
    if (shared !== undefined) return shared
    const begun = queue
      .run(
        'import',
        async () => {
          signal.throwIfAborted()
          const outcome = known.get(key) ?? (await work())
          known.set(key, outcome)
          return outcome
        },
        () => true,
      )
      .finally(() => underWay.delete(key))
    underWay.set(key, begun)
    return begun
  }

  function bring({ file, address }: PictureToBring, signal: AbortSignal): Promise<Outcome> | Outcome {
    if (file) return bringOnce(`file:${file.path}`, () => readPicture(file), signal)
    const url = pictureAddress(address, deps.oldSite ?? undefined)
    if (!url) return { trouble: { problem: isSiteless(address, deps.oldSite) ? 'siteless' : 'address' } }
    return bringOnce(url.href, () => fetchPicture(url, signal), signal)
  }

  return async (picture, signal) => {
    signal.throwIfAborted()
    const here = picture.own ? null : ownFile(picture.address, deps.siteUrl)
    if (here) return here
    const outcome = picture.own ? await keepPicture(picture) : await bring(picture, signal)
    if ('path' in outcome) {
      if (picture.own && outcome.isNew) await describeOwn(deps, picture, picture.own)
      await describePicture(deps.storage.sql, outcome.path, picture)
      return outcome.path
    }
    const { place, address } = picture
    const what = `${address.slice(0, 150)} (${sayTrouble(outcome.trouble)})`
    const isPrivate = outcome.trouble.problem === 'private'
    const becomes = isPrivate ? 'left-out' : 'ignored'
    deps.report({ severity: 'warning', kind: 'picture', place, what, becomes })
    return isPrivate ? '' : null
  }
}

const isSiteless = (address: string, oldSite: string | null) =>
  oldSite === null && !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address)

/** The address of a file that is in this library already, as in an export of this site. */
function ownFile(address: string, siteUrl: string): string | null {
  const path = address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : address
  return path.startsWith('/') && fileNameOf(path) !== null ? path : null
}

/** The bytes of a file; what is wrong when it has too many, or cannot be unpacked. */
async function readBytes({ open }: SourceFile): Promise<Buffer | PictureTrouble> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of open()) {
      size += chunk.length
      if (size > MAX_BYTES) return { problem: 'too_large' }
      chunks.push(chunk)
    }
  } catch {
    return { problem: 'unreadable' }
  }
  return Buffer.concat(chunks)
}

/** Gives a file of the library the alt text and the caption that it had, where it has none in this language. */
async function describePicture(
  sql: Sql,
  path: string,
  { alt, caption, language }: { alt: string; caption: string; language: Language },
): Promise<void> {
  const alts = lineIn(language, alt)
  const captions = lineIn(language, caption)
  if (alts === '{}' && captions === '{}') return
  await sql`
    update public.media_files
    set alts = case when decorative then alts else ${alts}::jsonb || alts end, captions = ${captions}::jsonb || captions
    where name = ${fileNameOf(path)}
      and (captions <> ${captions}::jsonb || captions or not decorative and alts <> ${alts}::jsonb || alts)`
}

/** Gives a picture of our own export everything that is known of it. */
async function describeOwn(
  { storage: { sql }, report }: PictureDeps,
  { address, place }: PictureToBring,
  facts: OwnPicture,
): Promise<void> {
  const { alts, decorative, captions, credit, licence, licenceUrl, focus, uploaded, originalName, source } =
    facts
  try {
    await sql`
      update public.media_files set alts = ${JSON.stringify(decorative ? {} : alts)}::jsonb, decorative = ${decorative},
        captions = ${JSON.stringify(captions)}::jsonb, credit = ${credit}, licence = ${licence}, licence_url = ${licenceUrl},
        focus_x = ${focus[0]}, focus_y = ${focus[1]}, uploaded_at = coalesce(${uploaded}::timestamptz, uploaded_at),
        original_name = ${originalName}, source_url = ${source}
      where name = ${address.slice(UPLOADS.length)}`
  } catch (error) {
    if (!(error instanceof DatabaseError && /^(?:22|23)/.test(error.code ?? ''))) throw error
    report({
      severity: 'warning',
      kind: 'picture',
      place,
      what: error.message.slice(0, 200),
      becomes: 'ignored',
    })
  }
}

function lineIn(language: Language, text: string): string {
  const line = plainLine(text.replace(/\s+/g, ' '), MAX_ALT_LENGTH)
  return JSON.stringify(line === '' ? {} : { [language]: line })
}

/** The reason why a picture cannot be had. */
interface PictureTrouble {
  problem: PictureProblem | 'unreadable' | 'silent' | 'siteless'
  /** The status with which the server answered. */
  status?: number
  /** True if its server could not be reached, or did not answer in time. */
  isSilent?: boolean
}

const SILENT: readonly string[] = ['name', 'connection', 'time']
const PASSING: readonly string[] = ['connection', 'time', 'busy']
const PASSING_STATUS = [408, 425, 429, 500, 502, 503, 504]

/** Tells what is wrong with one picture; throws what is wrong with this site. */
function troubleOf(error: unknown): PictureTrouble {
  if (error instanceof PictureFetchError) {
    const { problem, status } = error
    return { problem, isSilent: SILENT.includes(problem), ...(status > 0 && { status }) }
  }
  if (!(error instanceof StorageError) || error.status >= 500) throw error
  return { problem: error.body.code === 'EntityTooLarge' ? 'too_large' : 'unreadable' }
}

/** Tells whether it may be gone in a moment. */
function isPassing({ problem, status = 0 }: PictureTrouble): boolean {
  return PASSING.includes(problem) || PASSING_STATUS.includes(status)
}

const PHRASES: Record<PictureTrouble['problem'], string> = {
  address: 'no address of a picture on the web',
  siteless: 'nobody has said where the old site is',
  private: 'in a private network, so it is not asked',
  name: 'no server has this name',
  connection: 'the server cannot be reached',
  time: 'the server took too long',
  silent: 'the server did not answer for others',
  redirects: 'redirects without an end',
  status: 'the server does not give it away',
  too_large: 'more than 5 MB',
  page: 'a page and no picture',
  drawing: 'an SVG drawing, which can contain programs',
  unreadable: 'broken, too large in pixels, or no picture',
  busy: 'too many pictures at once',
}

const sayTrouble = ({ problem, status }: PictureTrouble): string =>
  PHRASES[problem] + (status ? `: status ${status}` : '')
