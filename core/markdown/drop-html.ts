import type { MarkdownIt } from 'markdown-it'

/** Parses raw HTML, so that it can be left out instead of being shown as text. */
export function dropHtml(md: MarkdownIt): void {
  md.set({ html: true })
  md.renderer.rules.html_block = md.renderer.rules.html_inline = () => ''
  // The alt text of an image is made from the content of its tokens, without these rules.
  md.inline.ruler2.push('drop_html', ({ tokens }) => {
    for (const token of tokens) if (token.type === 'html_inline') token.content = ''
  })
}
