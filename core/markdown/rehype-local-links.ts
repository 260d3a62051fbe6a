import type { Root } from 'hast'
import { visit } from 'unist-util-visit'
import { type Language, localizedPath } from '#core/i18n/languages.ts'

/** Links to other pages of the site go to them in the reader's language. */
export function rehypeLocalLinks(language: Language) {
  return (tree: Root) => {
    visit(tree, { tagName: 'a' }, ({ properties }) => {
      const { href } = properties
      if (typeof href === 'string' && /^\/(?!\/)/.test(href)) properties.href = localizedPath(href, language)
    })
  }
}
