import { sharp } from '#server/platform/images/pixels/open-image.ts'

/** Dots per inch at which a pixel of a drawing is one of the picture. */
const NATURAL_DENSITY = 72
const MAX_DENSITY = 4800

/** A stored drawing or picture as a PNG that fits a box. */
export async function rasterize(content: Buffer, box: { width: number; height: number }): Promise<Buffer> {
  const isDrawing = content.toString('latin1', 0, 4) === '<svg'
  const open = (density: number) => sharp(content, isDrawing ? { density } : {})
  const { width = 1, height = 1 } = await open(NATURAL_DENSITY).metadata()
  const scale = Math.min(box.width / width, box.height / height)
  const density = Math.min(Math.max(NATURAL_DENSITY * scale, 1), MAX_DENSITY)
  return open(density)
    .resize({ ...box, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png({ compressionLevel: 9 })
    .toBuffer()
}
