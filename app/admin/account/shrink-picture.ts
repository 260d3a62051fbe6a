import { Refusal } from '#app/admin/errors/classify-error.ts'

const LONGEST_SIDE = 512
const QUALITY = 0.85

/**
 * A picture in the size in which it is shown at most, without what a camera wrote into it.
 * @throws Refusal for a file that is no picture
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Refusal('not_an_image')
  })
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  // A format without transparency would show black behind the picture.
  if (context) context.fillStyle = 'white'
  context?.fillRect(0, 0, canvas.width, canvas.height)
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Refusal('not_an_image'))),
      'image/jpeg',
      QUALITY,
    )
  })
}
