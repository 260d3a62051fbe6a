import * as z from 'zod'
import { MEDIA_BUCKET } from '#core/data/media-files.ts'
import { fileAddress } from '#core/domain/image-address-input.ts'
import {
  copyFromAddress,
  pictureAddress,
  type StorePicture,
} from '#server/features/articles/copied-pictures.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { PictureFetchError, type PictureProblem } from '#server/platform/links/picture-fetcher.ts'
import { countedAs } from '#server/supabase/auth/bearer-token.ts'
import { answer, refuse, withBody } from '#server/supabase/functions/call.ts'
import { StorageError } from '#server/supabase/storage/storage-error.ts'

const MAX_ADDRESS_LENGTH = 2000

type Deps = Pick<FunctionDeps, 'siteUrl' | 'storage' | 'storeFile' | 'pictures'>

/** Copies a picture of another server into the library, and returns its address there; of one that was copied before, the same. */
export const copyPicture = withBody(
  z.strictObject({ url: z.string().min(1).max(MAX_ADDRESS_LENGTH) }),
  `Send an object with the address of a picture as url, at most ${MAX_ADDRESS_LENGTH} characters.`,
  async (deps: Deps, { url }, { caller, userId, request }) => {
    const address = pictureAddress(url)
    if (!address || address.origin === new URL(deps.siteUrl).origin) return refusal('address')
    const isWanted = () => !request.signal.aborted
    const store: StorePicture = (source) =>
      deps.storeFile({ bucket: MEDIA_BUCKET, caller, clientIp: '', isWanted }, source)
    try {
      const fetching = { key: countedAs(caller) }
      const { name, isNew } = await copyFromAddress(deps, address.href, { by: userId, fetching, store })
      return answer({ path: fileAddress(name), isNew })
    } catch (error) {
      return refuseFailure(error)
    }
  },
)

function refuseFailure(error: unknown): Response {
  if (error instanceof PictureFetchError) return refusal(error.problem, error.status)
  if (!(error instanceof StorageError)) throw error
  if (error.retryAfterSeconds !== undefined)
    return refuse(error.status, error.message, {
      headers: { 'retry-after': String(error.retryAfterSeconds) },
    })
  switch (error.body.code) {
    case 'QuotaExceeded':
      return refuse(413, error.message)
    case 'InsufficientStorage':
      return refuse(507, error.message)
    case 'EntityTooLarge':
      return refusal('too_large')
    case 'InvalidMimeType':
    case 'InvalidRequest':
      return refusal('unreadable')
    default:
      throw error
  }
}

/** Sentences that say what an editor can do instead. */
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
