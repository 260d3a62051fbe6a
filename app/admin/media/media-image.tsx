import { IMAGE_WIDTHS, localImagePath } from '#core/domain/hero-image.ts'
import { fileAddress } from '#core/domain/image-address-input.ts'
import type { MediaFile } from '#core/domain/media-file.ts'
import { imageVariantPath } from '#core/paths.ts'

interface MediaImageProps {
  file: Pick<MediaFile, 'name' | 'version'>
  /** What it shows; empty where the text beside it says so. */
  alt?: string
  /** How wide it is shown, as the value of its `sizes` attribute. */
  sizes: string
  /** One that the whole page is about is loaded at once. */
  loading?: 'lazy' | 'eager'
  onLoad?: (event: React.SyntheticEvent<HTMLImageElement>) => void
  className?: string
  style?: React.CSSProperties
}

/** An uploaded picture in the variants that readers' pages show; a file without variants as it is. */
export function MediaImage({ file, alt = '', sizes, loading = 'lazy', ...img }: MediaImageProps) {
  const address = fileAddress(file.name)
  const imagePath = localImagePath(address)
  const variant = (width: number) =>
    imagePath && imageVariantPath({ format: 'webp', width, imagePath, version: file.version ?? undefined })
  const srcSet = imagePath ? IMAGE_WIDTHS.map((width) => `${variant(width)} ${width}w`).join(', ') : undefined
  return (
    <img
      src={variant(IMAGE_WIDTHS[0]) ?? address}
      srcSet={srcSet}
      sizes={sizes}
      alt={alt}
      loading={loading}
      decoding="async"
      {...img}
    />
  )
}
