import type { ImageFacts } from '#core/check/checked-article.ts'
import { localImagePath } from '#core/domain/hero-image.ts'
import { fileNameOf } from '#core/domain/image-address-input.ts'
import type { MediaFile } from '#core/domain/media-file.ts'
import type { Language } from '#core/i18n/languages.ts'

interface Upload {
  /** The address as the article has it. */
  address: string
  name: string
}

/** The images that may be in the library, with their file names. */
export function uploadsAmong(addresses: readonly string[], siteUrl: string): Upload[] {
  return addresses.flatMap((address) => {
    const path = localImagePath(address, siteUrl)
    const name = path && fileNameOf(`/${path}`)
    return name ? [{ address, name }] : []
  })
}

/** The library's facts about images, by their addresses in an article. */
export function imageFacts(
  uploads: readonly Upload[],
  files: readonly Pick<MediaFile, 'name' | 'alts' | 'decorative' | 'credit'>[],
  language: Language,
): Map<string, ImageFacts> {
  const byName = new Map(files.map((file) => [file.name, file]))
  return new Map(
    uploads.flatMap(({ address, name }) => {
      const file = byName.get(name)
      if (!file) return []
      const alt = file.decorative ? '' : (file.alts[language] ?? null)
      return [[address, { alt, credit: file.credit }]]
    }),
  )
}
