import type { MarkdownIt, RendererRule } from 'markdown-it'

/** The elements that are written differently from markdown-it's default. */
export function renderTokens({ renderer: { rules }, utils }: MarkdownIt): void {
  rules.th_open = rules.td_open = renderCell
  rules.table_open = (tokens, index, options, _env, renderer) =>
    (tokens[index]?.meta?.framed ? '<div data-table="" tabindex="0" role="group">' : '') +
    renderer.renderToken(tokens, index, options)
  rules.table_close = (tokens, index) => (tokens[index]?.meta?.framed ? '</table></div>\n' : '</table>\n')
  rules.link_close = (tokens, index) => {
    const announcement = tokens[index]?.meta?.announcement
    return announcement
      ? `<span class="sr-only"> ${utils.escapeHtml(String(announcement))}</span></a>`
      : '</a>'
  }
  const { image } = rules
  rules.image = (tokens, index, options, env, renderer) => {
    const html = image?.(tokens, index, options, env, renderer) ?? ''
    const caption = tokens[index]?.meta?.caption
    return caption ? `${html}<figcaption>${utils.escapeHtml(String(caption))}</figcaption>` : html
  }
}

/** Writes alignment as an attribute, because the page's security policy forbids inline styles. */
const renderCell: RendererRule = (tokens, index) => {
  const token = tokens[index]
  const align = /^text-align:(\w+)$/.exec(String(token?.attrGet('style')))?.[1]
  const direction = token?.attrGet('dir') ? ' dir="auto"' : ''
  return `<${token?.tag}${align ? ` align="${align}"` : ''}${direction}>`
}
