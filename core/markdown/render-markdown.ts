import { defaultSchema } from 'hast-util-sanitize'
import rehypeSanitize from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import type { Language } from '#core/i18n/languages.ts'
import { rehypeArticle } from '#core/markdown/rehype-article.ts'
import { rehypeLocalLinks } from '#core/markdown/rehype-local-links.ts'
import { rehypeLowercaseProtocols } from '#core/markdown/rehype-lowercase-protocols.ts'

/** Only these may stand before the colon of a link; a link without a protocol is kept too. */
const LINK_PROTOCOLS = ['http', 'https', 'irc', 'ircs', 'mailto', 'xmpp']

const schema = {
  ...defaultSchema,
  // remark-rehype has prefixed the only ids there are, those of footnotes; twice would break their links.
  clobberPrefix: '',
  protocols: { ...defaultSchema.protocols, href: LINK_PROTOCOLS, src: ['http', 'https'] },
}

/** Markdown to safe HTML; what the HTML is for adds its own steps. */
export const safeHtml = unified()
  .use(remarkParse)
  .use(remarkGfm)
  // Raw HTML in an article is dropped here, before anything could interpret it.
  .use(remarkRehype)
  .use(rehypeLowercaseProtocols)
  .use(rehypeSanitize, schema)
  .freeze()

const articles = safeHtml().use(rehypeArticle).use(rehypeStringify).freeze()

/** CommonMark and GFM as safe HTML for the page of an article whose title is the h1. */
export function renderMarkdown(markdown: string): string {
  return String(articles.processSync(markdown))
}

/** The same for one of the site's own documents: its links stay in the tab, and inside the site in the language. */
export function renderDocument(markdown: string, language: Language): string {
  return String(safeHtml().use(rehypeLocalLinks, language).use(rehypeStringify).processSync(markdown))
}
