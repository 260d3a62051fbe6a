import { replaceImages } from '#core/markdown/source/replace-addresses.ts'
import { offTurn } from '#server/platform/process/off-turn.ts'

/** The beginning of the addresses of uploads, at every site. */
export const UPLOADS = '/storage/v1/object/public/article-images/'

/** An address of a picture of this site without the site, so that it is right wherever the picture goes; any other as it is. */
export function withoutSite(address: string, siteUrl: string): string {
  return address.startsWith(siteUrl + UPLOADS) ? address.slice(siteUrl.length) : address
}

/** The same for the pictures of a Markdown text, of which everything else stays as it was written. */
export async function picturesWithoutSite(markdown: string, siteUrl: string): Promise<string> {
  if (!markdown.includes(siteUrl + UPLOADS)) return markdown
  return offTurn(
    'server/features/export/own-addresses.ts#shortenPictures',
    shortenPictures,
    markdown,
    siteUrl,
  )
}

export function shortenPictures(markdown: string, siteUrl: string): string {
  return replaceImages(markdown, (address) => {
    const path = withoutSite(address, siteUrl)
    return path === address ? null : path
  })
}
