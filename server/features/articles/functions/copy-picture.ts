import { createHash } from 'node:crypto'
import * as z from 'zod'
import { MEDIA_BUCKET } from '#core/data/media-files.ts'
import { fileAddress } from '#core/domain/image-address-input.ts'
import { plainFileName } from '#core/domain/media-input.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { IMAGE_TYPES } from '#server/platform/images/image-type.ts'
import { PictureFetchError, type PictureProblem } from '#server/platform/links/picture-fetcher.ts'
import { countedAs } from '#server/supabase/auth/bearer-token.ts'
import { answer, refuse, type UserCall, withBody } from '#server/supabase/functions/call.ts'
import { StorageError } from '#server/supabase/storage/storage-error.ts'
import { receiveFile } from '#server/supabase/storage/uploads/read-upload.ts'

const MAX_ADDRESS_LENGTH = 2000

type Deps = Pick<FunctionDeps, 'siteUrl' | 'storage' | 'storeFile' | 'pictures'>

/** Copies a picture of another server into the library, and returns its address there; of one that was copied before, the same. */
export const copyPicture = withBody(
  z.strictObject({ url: z.string().min(1).max(MAX_ADDRESS_LENGTH) }),
  `Send an object with the address of a picture as url, at most ${MAX_ADDRESS_LENGTH} characters.`,
  async (deps: Deps, { url }, call) => {
    const address = readAddress(url, deps.siteUrl)
    if (!address) return refusal('address')
    const names = namesOf(address)
    const known = await findFirst(deps.storage.sql, names)
    if (known) return answer({ path: fileAddress(known), isNew: false })
    try {
      return answer({ path: fileAddress(await store(deps, address, call)), isNew: true })
    } catch (error) {
      // It was copied by somebody else at the same time.
      const stored = isTaken(error) ? await findFirst(deps.storage.sql, names) : null
      return stored ? answer({ path: fileAddress(stored), isNew: false }) : refuseFailure(error)
    }
  },
)

/** An address on another server, as it is requested; null for any other. */
function readAddress(text: string, siteUrl: string): string | null {
  const url = URL.parse(text.trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.origin === new URL(siteUrl).origin) return null
  url.hash = ''
  return url.href.length <= MAX_ADDRESS_LENGTH ? url.href : null
}

/** The names that the copy of an address can have: one for each type. */
function namesOf(address: string): string[] {
  return IMAGE_TYPES.map((type) => nameOf(address, type))
}

function nameOf(address: string, type: string): string {
  const hash = createHash('sha256').update(address).digest('hex').slice(0, 32)
  return `articles/web-${hash}.${type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length)}`
}

async function findFirst(sql: Sql, names: string[]): Promise<string | null> {
  const [found] = await sql<{ name: string }[]>`
    select name from storage.objects where bucket_id = ${MEDIA_BUCKET} and name = any (${names}::text[])
    order by created_at limit 1`
  return found?.name ?? null
}

function store(deps: Deps, address: string, { caller, request }: UserCall): Promise<string> {
  return deps.pictures.fetch(address, countedAs(caller), async (bytes) => {
    const { name } = await deps.storeFile(
      {
        bucket: MEDIA_BUCKET,
        caller,
        clientIp: '',
        isWanted: () => !request.signal.aborted,
      },
      {
        nameOf: (type) => nameOf(address, type),
        upsert: false,
        async receive(path, rules) {
          await receiveFile(bytes, path, rules)
          const told = { filename: fileNameOf(address), source: address }
          return { cacheControl: 'max-age=3600', userMetadata: JSON.stringify(told) }
        },
      },
    )
    return name
  })
}

/** What the file is called there. */
function fileNameOf(address: string): string {
  const { pathname, hostname } = new URL(address)
  const last = pathname.split('/').filter(Boolean).at(-1) ?? ''
  let decoded = last
  try {
    decoded = decodeURIComponent(last)
  } catch {
    // Not valid percent-encoding of UTF-8.
  }
  return plainFileName(decoded) || hostname
}

const isTaken = (error: unknown) => error instanceof StorageError && error.body.code === 'KeyAlreadyExists'

function refuseFailure(error: unknown): Response {
  if (error instanceof PictureFetchError) return refusal(error.problem, error.status)
  if (!(error instanceof StorageError)) throw error
  if (error.retryAfterSeconds !== undefined)
    return refuse(error.status, error.message, {
      headers: { 'retry-after': String(error.retryAfterSeconds) },
    })
  switch (error.body.code) {
    case 'EntityTooLarge':
      return refusal('too_large')
    case 'InvalidMimeType':
    case 'InvalidRequest':
      return refusal('unreadable')
    default:
      throw error
  }
}

/** What an editor can do instead. */
const SENTENCES: Record<PictureProblem | 'unreadable', string> = {
  address: 'Only a picture of another server can be copied: its address begins with https:// or http://.',
  private: 'This address leads into a private network, so it is not asked. Upload the picture instead.',
  name: 'There is no server of this name. Check the address.',
  connection: 'The server cannot be reached, or broke off. Try again, or upload the picture instead.',
  time: 'The server took too long to send the picture. Try again, or upload the picture instead.',
  redirects: 'The server passes on from one address to the next without an end. Upload the picture instead.',
  status: 'The server does not give the picture away. Open it in the browser, save it and upload it.',
  too_large: 'The picture has more than 5 MB. Save it, make it smaller and upload it.',
  page: 'At this address is a page and no picture. Copy the address of the picture itself.',
  drawing: 'SVG drawings can contain programs and are not taken. Save it as PNG and upload that.',
  unreadable:
    'What is there cannot be shown as a picture: it is broken, too large in pixels, or of another kind.',
  busy: 'Too many pictures are being copied at the moment. Try again in a minute.',
}

function refusal(problem: keyof typeof SENTENCES, status = 0): Response {
  const said = status > 0 ? ` It answered with the status ${status}.` : ''
  return refuse(422, SENTENCES[problem] + said, { more: { code: problem } })
}
