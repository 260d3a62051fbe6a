import { openImage, throwUnreadable } from '#server/platform/images/pixels/open-image.ts'

const PLACEHOLDER_SIDE_PX = 16
const PLACEHOLDER_MAX_LENGTH = 300
const PLACEHOLDER_QUALITIES = [50, 30, 15, 1]

export interface Examination {
  /** The width in pixels, after the image is turned upright. */
  width: number
  height: number
  /** A data URI of at most 300 characters, shown enlarged until the image has loaded. */
  placeholder: string
}

/** @throws UnreadableImage */
export async function examineImage(bytes: Buffer): Promise<Examination> {
  const image = openImage(bytes)
  const { autoOrient } = await image.metadata().catch(throwUnreadable)
  const small = await image
    .resize(PLACEHOLDER_SIDE_PX, PLACEHOLDER_SIDE_PX, { fit: 'inside' })
    .flatten({ background: '#fff' })
    .blur(0.8)
    .png()
    .toBuffer()
    .catch(throwUnreadable)
  return { ...autoOrient, placeholder: await shortDataUri(small) }
}

async function shortDataUri(small: Buffer): Promise<string> {
  let uri = ''
  for (const quality of PLACEHOLDER_QUALITIES) {
    const webp = await openImage(small).webp({ quality, effort: 6 }).toBuffer()
    uri = `data:image/webp;base64,${webp.toString('base64')}`
    if (uri.length <= PLACEHOLDER_MAX_LENGTH) break
  }
  return uri
}
