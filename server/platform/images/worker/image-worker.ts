import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ImageFormat, ImageWidth } from '#core/domain/hero-image.ts'
import type { Mark } from '#core/look/mark.ts'
import type { IconName } from '#server/platform/images/look/icons.ts'
import type { LookUse, MadeLookFile } from '#server/platform/images/look/make-look-file.ts'
import type { CleanedImage } from '#server/platform/images/pixels/clean-image.ts'
import type { Cut, Transformation } from '#server/platform/images/pixels/transform-image.ts'
import type { ShareCard, SharePictures } from '#server/platform/images/share/share-card.ts'
import { UnreadableImage } from '#server/platform/images/unreadable-image.ts'
import { pictureSeconds } from '#server/platform/metrics/process-metrics.ts'
import { createProcessPool, TaskTimeout } from '#server/platform/process/process-pool.ts'
import { ROOT } from '#server/platform/root.ts'

/** Run from its source, because it is not part of the server's build. */
const IMAGE_PROCESS = pathToFileURL(join(ROOT, 'server/platform/images/worker/image-process.ts'))

/** On two processors one stays free for requests; more than two processes only help a front page with no cached images. */
const PROCESSES = availableParallelism() > 2 ? 2 : 1

/** Makes glibc return the memory of an image to the system at once; other allocators ignore these variables. */
const MALLOC_SETTINGS = { MALLOC_TRIM_THRESHOLD_: '100000', MALLOC_MMAP_THRESHOLD_: '100000' }

/** With a small young generation the heap stays 100 MB smaller while text is laid out. */
const FLAGS = ['--max-semi-space-size=4']

/** The requests to the processes of image-process.ts, and below their results. */
export type ImageTask =
  | { kind: 'variant'; bytes: Buffer; format: ImageFormat; width: ImageWidth }
  | { kind: 'examination'; bytes: Buffer }
  | { kind: 'cleaning'; from: string; to: string }
  | { kind: 'cut'; bytes: Buffer; cut: Cut }
  | { kind: 'transformation'; bytes: Buffer; wanted: Transformation }
  | { kind: 'share image'; card: ShareCard; pictures: SharePictures }
  | { kind: 'look file'; bytes: Buffer; use: LookUse }
  | { kind: 'icon'; mark: Mark; content: Buffer | null; name: IconName }
  | { kind: 'mail logo'; bytes: Buffer }

export type ImageResult = { bytes: Uint8Array<ArrayBuffer> } | { unreadable: string }

/** All operations on pixels. `read` is called when the task starts, not while it waits in the queue. */
export interface ImageWorker {
  /** @throws UnreadableImage */
  makeVariant(read: Read, variant: { format: ImageFormat; width: ImageWidth }): Promise<Bytes>
  /** @throws UnreadableImage */
  cut(read: Read, cut: Cut): Promise<Bytes>
  /**
   * An `Examination` as JSON.
   * @throws UnreadableImage
   */
  examine(read: Read): Promise<Bytes>
  /**
   * Reads an uploaded file and writes what may be stored of it to another, so that its bytes never enter this process.
   * @throws UnreadableImage
   */
  clean(paths: { from: string; to: string }): Promise<CleanedImage>
  /** @throws UnreadableImage */
  transform(read: Read, wanted: Transformation): Promise<Bytes>
  drawShareImage(card: ShareCard, pictures?: SharePictures): Promise<Bytes>
  /**
   * Makes what is stored of an uploaded logo or icon.
   * @throws UnreadableImage
   */
  makeLookFile(bytes: Bytes, use: LookUse): Promise<MadeLookFile>
  /** Draws an icon of the publication; `content` is that of the file of a mark that is one. */
  drawIcon(mark: Mark, content: Bytes | null, name: IconName): Promise<Bytes>
  /** A logo as a PNG for mails, in twice the size of pages, on a ground of paper. */
  drawMailLogo(bytes: Bytes): Promise<Bytes>
}

/** A drawing that takes longer would hold up all other pictures each time that it is drawn. */
const LOOK_FILE_TIMEOUT_MS = 10_000

function throwTooSlow(error: unknown): never {
  if (!(error instanceof TaskTimeout)) throw error
  throw new UnreadableImage('takes too long to draw. Export it with simpler shapes.')
}

type Bytes = Buffer<ArrayBuffer>
type Read = () => Promise<Bytes>

/**
 * Decodes, encodes and draws in child processes. The up to 200 MB that the allocator holds on to after encoding are freed
 * when the process exits, and a hostile image that crashes a decoder crashes only that process.
 */
export function createImageWorker({ isOneOfSeveral = false } = {}): ImageWorker {
  const pool = createProcessPool<ImageTask, ImageResult>({
    module: IMAGE_PROCESS,
    processes: isOneOfSeveral ? 1 : PROCESSES,
    environment: MALLOC_SETTINGS,
    flags: FLAGS,
  })
  async function perform(prepare: () => Promise<ImageTask>, options = {}): Promise<Bytes> {
    const end = pictureSeconds.startTimer()
    let kind = 'none'
    const result = await pool
      .run(async () => {
        const task = await prepare()
        kind = task.kind
        return task
      }, options)
      .finally(() => end({ kind }))
    if ('unreadable' in result) throw new UnreadableImage(result.unreadable)
    return Buffer.from(result.bytes.buffer, result.bytes.byteOffset, result.bytes.byteLength)
  }
  // A page waits for a description, an editor for an upload, a link preview for a share image; a missing variant delays only one image.
  const urgent = { urgent: true }
  return {
    makeVariant: (read, variant) =>
      perform(async () => ({ kind: 'variant', bytes: await read(), ...variant })),
    cut: (read, cut) => perform(async () => ({ kind: 'cut', bytes: await read(), cut })),
    examine: (read) => perform(async () => ({ kind: 'examination', bytes: await read() }), urgent),
    async clean(paths) {
      const cleaned = await perform(async () => ({ kind: 'cleaning', ...paths }), urgent)
      return JSON.parse(cleaned.toString())
    },
    transform: (read, wanted) =>
      perform(async () => ({ kind: 'transformation', bytes: await read(), wanted })),
    drawShareImage: (card, pictures = {}) =>
      perform(async () => ({ kind: 'share image', card, pictures }), urgent),
    async makeLookFile(bytes, use) {
      const options = { ...urgent, timeoutMs: LOOK_FILE_TIMEOUT_MS }
      const result = await perform(async () => ({ kind: 'look file', bytes, use }), options).catch(
        throwTooSlow,
      )
      const made = JSON.parse(result.toString())
      const read = (base64: string | null) => base64 && Buffer.from(base64, 'base64')
      return { ...made, content: read(made.content), recoloured: read(made.recoloured) }
    },
    drawIcon: (mark, content, name) => perform(async () => ({ kind: 'icon', mark, content, name }), urgent),
    drawMailLogo: (bytes) => perform(async () => ({ kind: 'mail logo', bytes }), urgent),
  }
}
