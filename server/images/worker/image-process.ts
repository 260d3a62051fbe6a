import { cleanImage } from '#server/images/pixels/clean-image.ts'
import { examineImage } from '#server/images/pixels/examine-image.ts'
import { makeVariant } from '#server/images/pixels/make-variant.ts'
import { transformImage } from '#server/images/pixels/transform-image.ts'
import { UnreadableImage } from '#server/images/unreadable-image.ts'
import { handleTasks } from '#server/images/worker/handle-tasks.ts'
import type { ImageResult, ImageTask } from '#server/images/worker/image-worker.ts'

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
    case 'transformation':
      return transformImage(task.bytes, task.wanted)
    case 'share image': {
      // Loading satori and the fonts takes longer than making most images.
      const { drawShareImage } = await import('#server/images/pixels/draw-share-image.ts')
      return drawShareImage(task.card)
    }
  }
}
