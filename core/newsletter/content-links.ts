/*
 * The links of a newsletter's content, as the sanitiser writes it (server/features/newsletter/render/sanitise-html.ts): the address is the first
 * attribute, and no attribute contains an angle bracket.
 */

const LINK = /<a href="([^"]*)"([^>]*)>|<\/a>/g

/** The addresses of all links, in their order. */
export function linksOf(content: string): string[] {
  return [...content.matchAll(LINK)].flatMap(([, href]) => (href === undefined ? [] : unescapeAddress(href)))
}

export interface LinkChange {
  href: string
  /** HTML after the link. */
  note?: string
}

/** Changes each link; if `change` returns null, the words stay without a link. A picture may be in the place of words. */
export function mapLinks(
  content: string,
  change: (href: string, index: number, isPicture: boolean) => LinkChange | { href: null; note?: string },
): string {
  const open: { isLink: boolean; note: string }[] = []
  let index = 0
  return content.replace(LINK, (tag: string, href: string | undefined, attributes: string, at: number) => {
    if (href === undefined) {
      const closed = open.pop()
      return closed ? `${closed.isLink ? '</a>' : ''}${closed.note}` : ''
    }
    const isPicture = content.startsWith('<img', at + tag.length)
    const changed = change(unescapeAddress(href), index++, isPicture)
    open.push({ isLink: changed.href !== null, note: changed.note ?? '' })
    return changed.href === null ? '' : `<a href="${escapeAddress(changed.href)}"${attributes}>`
  })
}

export function escapeAddress(href: string): string {
  return href
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

function unescapeAddress(href: string): string {
  return href
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
