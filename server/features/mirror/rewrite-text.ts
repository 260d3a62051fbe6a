import { type AddressBook, isDecodable } from '#server/features/mirror/mirror-address.ts'

/** The signs that end a sentence and no address. */
const PUNCTUATION = /[.,;:!?]+$/

/** Rewrites the whole addresses of a site in a text: a feed, a sitemap, structured data, Markdown, the styles of pages. */
export interface TextRewriter {
  rewrite(text: string, base: string): string
  /** A text by lines, of which those go that name what is in no mirror. */
  rewriteLines(text: string, base: string): string
  /** The links of Markdown that name no site. */
  rewriteLinks(markdown: string, base: string): string
  /** The addresses in the query of another site, such as those at which a page is shared. */
  rewriteEncoded(address: string, base: string): string
}

export function createTextRewriter(siteUrl: string, book: AddressBook): TextRewriter {
  const origin = RegExp.escape(new URL(siteUrl).origin)
  const written = new RegExp(`${origin}(?:[^\\s"'<>()\\[\\]\\\\&]|&amp;|&(?=[a-z]+=))*`, 'g')
  const encoded = new RegExp(`${RegExp.escape(encodeURIComponent(new URL(siteUrl).origin))}[^&\\s+]*`, 'g')

  const rewriteWhole = (found: string, base: string) => {
    const rest = PUNCTUATION.exec(found)?.[0] ?? ''
    const address = found.slice(0, found.length - rest.length).replaceAll('&amp;', '&')
    const rewritten = book.rewrite(address, base)
    return rewritten === null ? null : rewritten + rest
  }
  return {
    rewrite: (text, base) => text.replace(written, (found) => rewriteWhole(found, base) ?? found),
    rewriteLines: (text, base) =>
      text
        .split('\n')
        .filter((line) => !(line.match(written) ?? []).some((found) => rewriteWhole(found, base) === null))
        .map((line) => line.replace(written, (found) => rewriteWhole(found, base) ?? found))
        .join('\n'),
    rewriteLinks: (markdown, base) =>
      markdown.replace(
        /(\]\(<?)(\/[^\s)>]*)/g,
        (whole, before: string, address: string) =>
          before + (book.rewrite(address, base) ?? whole.slice(before.length)),
      ),
    rewriteEncoded: (address, base) =>
      address.replace(encoded, (found) =>
        isDecodable(found) ? encodeURIComponent(rewriteWhole(decodeURIComponent(found), base) ?? '') : found,
      ),
  }
}
