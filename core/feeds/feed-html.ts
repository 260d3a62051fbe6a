import { makeFigures } from '#core/markdown/make-figures.ts'
import { safeHtml } from '#core/markdown/safe-html.ts'

/** An article's Markdown as safe HTML with absolute addresses, so that links and images work outside the site. */
export function feedHtml(markdown: string, articleUrl: string): string {
  return safeHtml(markdown, (tokens) => {
    makeFigures(tokens)
    for (const token of tokens) {
      token.attrs =
        token.attrs?.flatMap(([name, value]) => {
          if (name !== 'href' && name !== 'src') return [[name, value]]
          const url = URL.parse(String(value), articleUrl)?.href
          return url ? [[name, url]] : []
        }) ?? null
    }
  })
}
