import { t } from '#app/admin/kit/messages.ts'
import { formatBytes } from '#app/admin/kit/ui/format.ts'
import type { ListedFile } from '#core/data/media-files.ts'
import { IMAGE_WIDTHS, localImagePath } from '#core/domain/hero-image.ts'
import { fileAddress } from '#core/domain/image-address-input.ts'
import type { MediaFile } from '#core/domain/media-file.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { imageVariantPath } from '#core/paths.ts'

/** Returns the name of a picture in a list: what it shows, or the name of its file. */
export function titleOf(file: ListedFile): string {
  return altOf(file) ?? fileNameOf(file)
}

/** Its alt text in English, or in the first language that has one. */
export function altOf({ alts }: Pick<ListedFile, 'alts'>): string | null {
  const code = LANGUAGE_CODES.find((language) => alts[language])
  return (code && alts[code]) ?? null
}

/** The name that the file came with, or the one in the bucket. */
export const fileNameOf = ({ name, original_name }: Pick<ListedFile, 'name' | 'original_name'>) =>
  original_name ?? name.replace(/^articles\//, '')

/** A picture in a grid: small and whole, with what is known of it below. */
export function MediaCard({ file }: { file: ListedFile }) {
  return (
    <>
      <span className="flex aspect-4/3 items-center justify-center overflow-hidden bg-wash">
        <MediaImage
          file={file}
          sizes="(min-width: 64rem) 14rem, (min-width: 40rem) 30vw, 46vw"
          className="max-h-full max-w-full"
        />
      </span>
      <span className="mt-2 line-clamp-2 text-sm wrap-anywhere">{titleOf(file)}</span>
      {altOf(file) && <span className="mt-0.5 block truncate text-faint text-xs">{fileNameOf(file)}</span>}
      <span className="mt-0.5 block text-faint text-xs">
        {[file.size !== null && formatBytes(file.size), useOf(file)].filter(Boolean).join(' · ')}
      </span>
      {!file.described && <span className="mt-0.5 block text-orange text-xs">{t('media.card.noAlt')}</span>}
    </>
  )
}

function useOf({ use, in_articles, in_drafts }: ListedFile): string {
  if (use === 'now') return t('media.card.used', { count: in_articles + in_drafts })
  return use === 'past' ? t('media.card.past') : t('media.card.unused')
}

interface MediaImageProps {
  file: Pick<MediaFile, 'name' | 'version'>
  /** A description of what it shows; empty where the text beside it says so. */
  alt?: string
  /** The width at which it is shown, as the value of its `sizes` attribute. */
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

/** Says where a picture is used, one sentence for each kind of place. */
export function describeUses(file: ListedFile): string[] {
  const { in_articles, in_drafts, in_revisions, in_trash, in_copies, in_pages } = file
  return [
    in_articles > 0 ? t('media.uses.articles', { count: in_articles }) : '',
    in_drafts > 0 ? t('media.uses.drafts', { count: in_drafts }) : '',
    in_pages > 0 ? t('media.uses.pages', { count: in_pages }) : '',
    in_revisions > 0 ? t('media.uses.revisions', { count: in_revisions }) : '',
    in_trash > 0 ? t('media.uses.trash', { count: in_trash }) : '',
    in_copies > 0 ? t('media.uses.copies', { count: in_copies }) : '',
  ].filter(Boolean)
}
