import type { ImageFormat, ImageWidth } from '#core/domain/hero-image.ts'
import { fitLogo } from '#core/look/logo.ts'
import { ICONS } from '#server/platform/images/look/icons.ts'
import { makeLookFile } from '#server/platform/images/look/make-look-file.ts'
import { cleanImage } from '#server/platform/images/pixels/clean-image.ts'
import { examineImage } from '#server/platform/images/pixels/examine-image.ts'
import { openImage, sharp, throwUnreadable } from '#server/platform/images/pixels/open-image.ts'
import { cutImage, transformImage } from '#server/platform/images/pixels/transform-image.ts'
import { UnreadableImage } from '#server/platform/images/unreadable-image.ts'
import type { ImageResult, ImageTask } from '#server/platform/images/worker/image-worker.ts'
import { handleTasks } from '#server/platform/process/process-pool.ts'

handleTasks<ImageTask, ImageResult>(async (task) => {
  try {
    return { bytes: await perform(task) }
  } catch (error) {
    if (error instanceof UnreadableImage) return { unreadable: error.message }
    throw error
  }
})

async function perform(task: ImageTask): Promise<Uint8Array<ArrayBuffer>> {
  switch (task.kind) {
    case 'variant':
      return makeVariant(task.bytes, task)
    case 'examination':
      return Buffer.from(JSON.stringify(await examineImage(task.bytes)))
    case 'cleaning':
      return Buffer.from(JSON.stringify(await cleanImage(task)))
    case 'cut':
      return cutImage(task.bytes, task.cut)
    case 'transformation':
      return transformImage(task.bytes, task.wanted)
    case 'share image': {
      // Loading satori and the fonts takes longer than making most images.
      const { drawShareImage } = await import('#server/platform/images/share/share-card.ts')
      return drawShareImage(task.card, task.pictures)
    }
    case 'look file': {
      const { content, recoloured, ...made } = await makeLookFile(Buffer.from(task.bytes), task.use)
      const write = (bytes: Buffer | null) => bytes?.toString('base64') ?? null
      return Buffer.from(JSON.stringify({ ...made, content: write(content), recoloured: write(recoloured) }))
    }
    case 'icon':
      return drawIconNamed(task)
    case 'mail logo': {
      const { drawOnPlate } = await import('#server/platform/images/look/draw-mark.ts')
      const bytes = Buffer.from(task.bytes)
      const { width = 1, height = 1 } = await sharp(bytes).metadata()
      const shown = fitLogo({ width, height })
      return toBytes(await drawOnPlate(bytes, shown))
    }
  }
}

/**
 * A resized copy for pages, never wider than the original. AVIF's effort 3 comes within 1 % of the bytes of effort 4 in a
 * third of its time; full chroma resolution keeps flat colours from bleeding into each other.
 * @throws UnreadableImage
 */
async function makeVariant(
  bytes: Buffer,
  { format, width }: { format: ImageFormat; width: ImageWidth },
): Promise<Buffer<ArrayBuffer>> {
  const image = openImage(bytes).resize({ width, withoutEnlargement: true })
  const encoded =
    format === 'avif'
      ? image.avif({ quality: 52, effort: 3, chromaSubsampling: '4:4:4' })
      : image.webp({ quality: 70, effort: 4, smartSubsample: true })
  return encoded.toBuffer().catch(throwUnreadable)
}

async function drawIconNamed(task: Extract<ImageTask, { kind: 'icon' }>): Promise<Uint8Array<ArrayBuffer>> {
  const { drawIco, drawIcon, drawMark } = await import('#server/platform/images/look/draw-mark.ts')
  const { mark, name } = task
  const content = task.content && Buffer.from(task.content)
  const { picture } = ICONS[name]
  if (picture) return toBytes(await drawIcon(mark, content, picture))
  if (name === 'favicon.ico' || mark.kind === 'file') return drawIco(mark, content)
  return Buffer.from(await drawMark(mark, { share: 0.92, corner: 11 }))
}

/** Copies bytes into memory of their own, as messages between processes need them. */
const toBytes = (bytes: Buffer): Buffer<ArrayBuffer> => Buffer.from(bytes)
