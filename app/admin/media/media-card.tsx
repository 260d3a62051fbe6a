import { describeBytes } from '#app/admin/media/describe-bytes.ts'
import { MediaImage } from '#app/admin/media/media-image.tsx'
import { t } from '#app/admin/messages.ts'
import type { ListedFile } from '#core/data/media-files.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

/** What a picture is called in a list: what it shows, or the name of its file. */
export function titleOf(file: ListedFile): string {
  return altOf(file) ?? fileNameOf(file)
}

/** Its alt text in English, or in the first language that has one. */
export function altOf({ alts }: Pick<ListedFile, 'alts'>): string | null {
  const code = LANGUAGE_CODES.find((language) => alts[language])
  return (code && alts[code]) ?? null
}

export const fileNameOf = ({ name }: Pick<ListedFile, 'name'>) => name.replace(/^articles\//, '')

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
        {[describeBytes(file.size), useOf(file)].filter(Boolean).join(' · ')}
      </span>
      {!file.described && <span className="mt-0.5 block text-orange text-xs">{t('media.card.noAlt')}</span>}
    </>
  )
}

function useOf({ use, in_articles, in_drafts }: ListedFile): string {
  if (use === 'now') return t('media.card.used', { count: in_articles + in_drafts })
  return use === 'past' ? t('media.card.past') : t('media.card.unused')
}
