import type { Token } from 'markdown-it'
import { createParser } from '#core/markdown/safe-html.ts'
import { escapeHtml } from '#server/platform/documents/html/read-html.ts'

const parser = createParser()
// Other programs show the HTML in Markdown, which this site leaves out.
parser.inline.ruler2.disable('drop_html')
const { rules } = parser.renderer
rules.html_block = rules.html_inline = (tokens, index) => tokens[index]?.content ?? ''
rules.fence = (tokens, index) => {
  const { content = '', info = '' } = tokens[index] ?? {}
  const [language = ''] = /^[\w+#.-]{1,20}/.exec(info.trim()) ?? []
  return `<pre><code class="language-${language}">${escapeHtml(content)}</code></pre>\n`
}
// The converter knows footnotes by links to each other.
rules.footnote_reference = (tokens, index) => {
  const label = encodeURIComponent(labelOf(tokens[index]))
  return `<sup><a id="fnref-${label}" href="#fn-${label}">1</a></sup>`
}
rules.footnote_open = (tokens, index) => `<div id="fn-${encodeURIComponent(labelOf(tokens[index]))}">`
rules.footnote_close = (tokens, index) => {
  let depth = 0
  let at = index
  for (; at > 0; at--) {
    const type = tokens[at]?.type
    if (type === 'footnote_close') depth += 1
    else if (type === 'footnote_open' && --depth === 0) break
  }
  return `<a href="#fnref-${encodeURIComponent(labelOf(tokens[at]))}">back</a></div>`
}

function labelOf(token: Token | undefined): string {
  const meta = (token?.meta ?? {}) as { label?: string; footnote?: { label: string } }
  return meta.label ?? meta.footnote?.label ?? ''
}

/** Renders Markdown with the HTML in it, to be converted again. It is not safe to show. */
export function markdownToHtml(markdown: string): string {
  return parser.render(markdown)
}

/** Tells whether a text has HTML that says something to readers. Comments say nothing. */
export function hasHtml(markdown: string): boolean {
  if (!/<[a-z/!?]/i.test(markdown)) return false
  return parser.parse(markdown, {}).some(({ type, content, children }) => {
    const inline = children?.filter((child) => child.type === 'html_inline') ?? []
    const html = [...(type === 'html_block' ? [content] : []), ...inline.map((child) => child.content)]
    return html.some((part) => part.replace(/<!--[\s\S]*?(?:-->|$)/g, '').trim() !== '')
  })
}
