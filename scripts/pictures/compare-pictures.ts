import sharp from 'sharp'

/** Too small for the letters of a date. */
const WIDTH = 160
/** Of 255. Compression and the letters of another date differ by less. */
const TOLERANCE = 32

/** The share of two pictures that differs, from 0 to 1; 1 when they have another shape. */
export async function differenceOf(first: Buffer, second: Buffer): Promise<number> {
  const [a, b] = await Promise.all([shrink(first), shrink(second)])
  if (a.length !== b.length) return 1
  const different = a.filter((value, index) => Math.abs(value - (b[index] ?? 0)) > TOLERANCE)
  return different.length / a.length
}

async function shrink(picture: Buffer): Promise<Uint8Array> {
  // Decoded first: a decoder of WebP that makes a picture smaller by itself makes a slightly different one.
  const decoded = await sharp(picture).png().toBuffer()
  return sharp(decoded).resize({ width: WIDTH }).greyscale().raw().toBuffer()
}
