import type { MarkdownIt } from 'markdown-it'

/** Raw HTML is read as such, so that it can be left out. */
export function dropHtml(md: MarkdownIt): void {
  md.set({ html: true })
  md.renderer.rules.html_block = md.renderer.rules.html_inline = () => ''
  // An image is described by the text of these tokens, which no rule writes.
  md.inline.ruler2.push('drop_html', ({ tokens }) => {
    for (const token of tokens) if (token.type === 'html_inline') token.content = ''
  })
}
