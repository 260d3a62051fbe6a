import { openImage, throwUnreadable } from '#server/platform/images/pixels/open-image.ts'

export interface Cut {
  width: number
  height: number
  /** The point that stays in sight, in percent from the left and the top. */
  focus: { focus_x: number; focus_y: number }
}

/**
 * A JPEG of exactly this size, of an animation the first frame: enlarged where the original is smaller, because mail programs show it in
 * the size that the mail says.
 * @throws UnreadableImage
 */
export async function cutImage(bytes: Buffer, { width, height, focus }: Cut): Promise<Buffer<ArrayBuffer>> {
  const original = openImage(bytes)
  const { autoOrient: upright } = await original.metadata().catch(throwUnreadable)
  const scale = Math.max(width / upright.width, height / upright.height)
  const scaled = {
    width: Math.max(width, Math.round(upright.width * scale)),
    height: Math.max(height, Math.round(upright.height * scale)),
  }
  const left = Math.round(((scaled.width - width) * focus.focus_x) / 100)
  const top = Math.round(((scaled.height - height) * focus.focus_y) / 100)
  return original
    .resize({ ...scaled, fit: 'fill' })
    .extract({ left, top, width, height })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 74, mozjpeg: true })
    .toBuffer()
    .catch(throwUnreadable)
}
