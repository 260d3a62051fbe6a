import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ImageFormat, ImageWidth } from '#core/domain/hero-image.ts'
import type { ShareCard } from '#server/images/share/share-card.ts'
import { UnreadableImage } from '#server/images/unreadable-image.ts'
import { createProcessPool } from '#server/images/worker/process-pool.ts'
import { ROOT } from '#server/root.ts'

/** Run as it is written: it is a program of its own, which shares nothing with whoever serves. */
const IMAGE_PROCESS = pathToFileURL(join(ROOT, 'server/images/worker/image-process.ts'))

/** On two processors one stays free for pages; a cold front page is not worth more than two. */
const PROCESSES = availableParallelism() > 2 ? 2 : 1

/** Has glibc give back at once what a picture needed; other allocators do not look at it. */
const FRUGAL = { MALLOC_TRIM_THRESHOLD_: '100000', MALLOC_MMAP_THRESHOLD_: '100000' }

/** Text that is set leaves much to collect: collected often, the heap stays 100 MB smaller. */
const FLAGS = ['--max-semi-space-size=4']

/** What the processes of image-process.ts are sent, and answer. */
export type ImageTask =
  | { kind: 'variant'; bytes: Buffer; format: ImageFormat; width: ImageWidth }
  | { kind: 'examination'; bytes: Buffer }
  | { kind: 'share image'; card: ShareCard }

export type ImageResult = { bytes: Uint8Array<ArrayBuffer> } | { unreadable: string }

/** What can be done with pixels. `read` is called when its turn has come. */
export interface ImageWorker {
  /** @throws UnreadableImage */
  makeVariant(read: Read, variant: { format: ImageFormat; width: ImageWidth }): Promise<Bytes>
  /**
   * An `Examination` as JSON.
   * @throws UnreadableImage
   */
  examine(read: Read): Promise<Bytes>
  drawShareImage(card: ShareCard): Promise<Bytes>
}

type Bytes = Buffer<ArrayBuffer>
type Read = () => Promise<Bytes>

/**
 * Decodes, encodes and draws in processes of its own. What the allocator keeps of what an encoder
 * takes, up to 200 MB, ends with the process. And what a hostile picture may do to a decoder, it does there.
 */
export function createImageWorker(): ImageWorker {
  const pool = createProcessPool<ImageTask, ImageResult>({
    module: IMAGE_PROCESS,
    processes: PROCESSES,
    environment: FRUGAL,
    flags: FLAGS,
  })
  async function perform(prepare: () => Promise<ImageTask>, options = {}): Promise<Bytes> {
    const result = await pool.run(prepare, options)
    if ('unreadable' in result) throw new UnreadableImage(result.unreadable)
    return Buffer.from(result.bytes.buffer, result.bytes.byteOffset, result.bytes.byteLength)
  }
  // A page or a link preview waits for the urgent ones; for a variant, one picture on a page.
  const urgent = { urgent: true }
  return {
    makeVariant: (read, variant) =>
      perform(async () => ({ kind: 'variant', bytes: await read(), ...variant })),
    examine: (read) => perform(async () => ({ kind: 'examination', bytes: await read() }), urgent),
    drawShareImage: (card) => perform(async () => ({ kind: 'share image', card }), urgent),
  }
}
