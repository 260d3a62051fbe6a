import { examineImage } from '#server/images/pixels/examine-image.ts'
import { makeVariant } from '#server/images/pixels/make-variant.ts'
import { UnreadableImage } from '#server/images/unreadable-image.ts'
import { answerTasks } from '#server/images/worker/answer-tasks.ts'
import type { ImageResult, ImageTask } from '#server/images/worker/image-worker.ts'

answerTasks<ImageTask, ImageResult>(async (task) => {
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
    case 'share image': {
      // With its fonts it takes longer to load than most pictures take to make.
      const { drawShareImage } = await import('#server/images/pixels/draw-share-image.ts')
      return drawShareImage(task.card)
    }
  }
}
