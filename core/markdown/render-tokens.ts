import type { MarkdownIt, RendererRule } from 'markdown-it'

/** How elements are written where markdown-it would write them otherwise. */
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
  rules.fence = rules.code_block = (tokens, index, _options, _env, renderer) => {
    const token = tokens[index]
    if (!token) return ''
    const [language] = /^\S+/.exec(utils.unescapeAll(token.info).trim()) ?? []
    const of = language ? ` class="language-${utils.escapeHtml(language)}"` : ''
    return `<pre${renderer.renderAttrs(token)}><code${of}>${utils.escapeHtml(token.content)}</code></pre>\n`
  }
}

/** Alignment as an attribute: the page allows no styles in the text. */
const renderCell: RendererRule = (tokens, index) => {
  const token = tokens[index]
  const align = /^text-align:(\w+)$/.exec(String(token?.attrGet('style')))?.[1]
  return align ? `<${token?.tag} align="${align}">` : `<${token?.tag}>`
}
