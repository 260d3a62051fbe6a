import type { Root } from 'hast'
import rehypeStringify from 'rehype-stringify'
import { visit } from 'unist-util-visit'
import { safeHtml } from '#core/markdown/render-markdown.ts'

/** An article's Markdown as safe HTML that holds outside the site: its links and images lead back to the article. */
export function feedHtml(markdown: string, articleUrl: string): string {
  return String(safeHtml().use(rehypeForFeed, articleUrl).use(rehypeStringify).processSync(markdown))
}

function rehypeForFeed(articleUrl: string) {
  return (tree: Root) => {
    visit(tree, 'element', ({ properties }) => {
      for (const name of ['href', 'src']) {
        const url = properties[name]
        if (typeof url === 'string') properties[name] = URL.parse(url, articleUrl)?.href
      }
      // They refer to ids, of which a feed has several of the same name; the W3C validator warns of them.
      for (const name of Object.keys(properties)) {
        if (/^(aria|data)[A-Z]/.test(name)) delete properties[name]
      }
    })
  }
}
