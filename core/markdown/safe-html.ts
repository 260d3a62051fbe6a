import Markdown, { type MarkdownIt, type RendererRule, type StateCore, type Token } from 'markdown-it'
import type { CodePart } from '#core/markdown/code/highlight-code.ts'
import { gatherFootnotes, showFootnotes } from '#core/markdown/footnotes.ts'
import { footnotes } from '#core/markdown/github/footnotes.ts'
import { mailAddresses } from '#core/markdown/github/mail-addresses.ts'
import { strikethrough } from '#core/markdown/github/strikethrough.ts'
import { webAddresses } from '#core/markdown/github/web-addresses.ts'
import { showHeadings } from '#core/markdown/headings.ts'
import { limitDepth, limitQuotes, limitWork } from '#core/markdown/limits.ts'
import { raiseText } from '#core/markdown/raised-text.ts'
import { showPictures } from '#core/markdown/show-pictures.ts'

const TASK_BOX = /^\[([ x])\][ \t]+/i

/** The only protocols that are allowed. A relative address is allowed too. */
const LINK_PROTOCOLS = ['http', 'https', 'irc', 'ircs', 'mailto', 'xmpp']

const IMAGE_PROTOCOLS = ['http', 'https']

/** Writes alignment as an attribute, because the page's security policy forbids inline styles. */
const renderCell: RendererRule = (tokens, index) => {
  const token = tokens[index]
  const align = /^text-align:(\w+)$/.exec(String(token?.attrGet('style')))?.[1]
  const direction = token?.attrGet('dir') ? ' dir="auto"' : ''
  return `<${token?.tag}${align ? ` align="${align}"` : ''}${direction}>`
}

const parser = createParser()

/** Renders CommonMark and GFM as safe HTML. The caller may adapt the tokens before they are written. */
export function safeHtml(markdown: string, adapt: (tokens: Token[]) => void): string {
  const { tokens, write } = parse(markdown, adapt)
  return write(tokens).replace(/\n$/, '')
}

/** A paragraph, a heading, a list or another block that is in no other. */
export interface HtmlBlock {
  html: string
  /** The line of the Markdown in which it begins; the first is 0. */
  line: number
}

/** The HTML of `safeHtml`, without the line break at its end, block by block with the lines of its source. */
export function safeBlocks(markdown: string, adapt: (tokens: Token[]) => void): HtmlBlock[] {
  return tokenBlocks(markdown, adapt).map(({ tokens, write }) => ({
    html: write(),
    line: tokens[0]?.map?.[0] ?? 0,
  }))
}

/** A block as tokens, which may still be changed before it is written. */
export interface TokenBlock {
  tokens: Token[]
  write: () => string
}

export function tokenBlocks(markdown: string, adapt: (tokens: Token[]) => void): TokenBlock[] {
  const { tokens, write } = parse(markdown, adapt)
  const blocks: TokenBlock[] = []
  let depth = 0
  let start = 0
  for (const [index, token] of tokens.entries()) {
    depth += token.nesting
    if (depth > 0) continue
    const own = tokens.slice(start, index + 1)
    blocks.push({ tokens: own, write: () => write(own) })
    start = index + 1
  }
  return blocks
}

function parse(markdown: string, adapt: (tokens: Token[]) => void) {
  const env = {}
  const tokens = gatherFootnotes(parser.parse(markdown, env))
  showRaised(tokens)
  markDirection(tokens)
  adapt(tokens.flatMap((token) => [token, ...(token.children ?? [])]))
  return { tokens, write: (part: Token[]) => parser.renderer.render(part, parser.options, env) }
}

/** CommonMark and GFM, in bounded time and without unsafe addresses. Footnotes are where they are defined. */
export function createParser(): MarkdownIt {
  return new Markdown()
    .use(dropHtml)
    .use(limitDepth)
    .use(limitQuotes)
    .use(limitWork)
    .use(webAddresses)
    .use(mailAddresses)
    .use(strikethrough)
    .use(taskLists)
    .use(footnotes)
    .use(safeUrls)
    .use(renderTokens)
    .use(showPictures)
    .use(showCode)
    .use(showHeadings)
    .use(showFootnotes)
}

/** Parses raw HTML, so that it can be left out instead of being shown as text. */
function dropHtml(md: MarkdownIt): void {
  md.set({ html: true })
  md.renderer.rules.html_block = md.renderer.rules.html_inline = () => ''
  // The alt text of an image is made from the content of its tokens, without these rules.
  md.inline.ruler2.push('drop_html', ({ tokens }) => {
    for (const token of tokens) {
      if (token.type !== 'html_inline') continue
      token.info = /^<\/?(?:sup|sub|br)\b/i.exec(token.content)?.[0].toLowerCase() ?? ''
      token.content = ''
    }
  })
}

/** Shows the powers, indices and breaks of raw HTML, because 10<sup>25</sup> without its own would be another number. */
function showRaised(tokens: readonly Token[]): void {
  let raised: 'sup' | 'sub' | null = null
  for (const token of tokens) {
    if (token.children) showRaised(token.children)
    if (raised && token.type === 'text') token.content = raiseText(token.content, raised)
    if (token.type !== 'html_inline' || !token.info) continue
    if (token.info === '<br') Object.assign(token, { type: 'hardbreak', tag: 'br' })
    else raised = token.info === '<sup' ? 'sup' : token.info === '<sub' ? 'sub' : null
  }
}

/** Items that begin with `[ ]` or `[x]` get a disabled checkbox that is labelled by the text of the item. */
function taskLists(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'task_lists', findTasks)
  md.renderer.rules.task_box = (tokens, index) =>
    `<input type="checkbox"${tokens[index]?.meta?.checked ? ' checked' : ''} disabled> `
}

function findTasks({ tokens, Token }: StateCore): void {
  const lists: Token[] = []
  for (const [index, token] of tokens.entries()) {
    if (/_list_open$/.test(token.type)) lists.push(token)
    else if (/_list_close$/.test(token.type)) lists.pop()
    const [item, block] = [tokens[index - 2], tokens[index - 1]]
    const first = token.children?.[0]
    if (item?.type !== 'list_item_open' || block?.type !== 'paragraph_open' || first?.type !== 'text')
      continue
    const [box = '', state] = TASK_BOX.exec(first.content) ?? []
    if (!state) continue
    first.content = first.content.slice(box.length)
    const input = new Token('task_box', 'input', 0)
    input.meta = { checked: state !== ' ' }
    token.children = [
      new Token('label_open', 'label', 1),
      input,
      ...(token.children ?? []),
      new Token('label_close', 'label', -1),
    ]
    item.attrSet('class', 'task-list-item')
    lists.at(-1)?.attrSet('class', 'contains-task-list')
  }
}

/** Writes blocks of code; those of a page with the data of `addCode`. */
function showCode({ renderer: { rules }, utils }: MarkdownIt): void {
  const { escapeHtml } = utils
  rules.fence = rules.code_block = (tokens, index, _options, _env, renderer) => {
    const token = tokens[index]
    if (!token) return ''
    const [word] = /^\S+/.exec(utils.unescapeAll(token.info).trim()) ?? []
    const of = word ? ` class="language-${escapeHtml(word)}"` : ''
    const shown = token.meta?.code as
      | { parts: CodePart[] | null; name: string; copyLabel: string }
      | undefined
    const text = shown?.parts ? shown.parts.map(showPart).join('') : escapeHtml(token.content)
    const block = `<pre${renderer.renderAttrs(token)}><code${of}>${text}</code></pre>`
    if (!shown) return `${block}\n`
    const { name, copyLabel } = shown
    // The button comes after the code: people who read the page from top to bottom first hear what it would copy.
    const button = copyLabel
      ? `<button type="button" data-copies="" data-scripted="copy-code">${escapeHtml(copyLabel)}</button>`
      : ''
    const label = name ? `<span>${escapeHtml(name)}</span>` : ''
    return `<div data-code="">${label}${block}${button}</div>\n`
  }

  function showPart({ text, kind }: CodePart): string {
    return kind ? `<span class="tok-${kind}">${escapeHtml(text)}</span>` : escapeHtml(text)
  }
}

/** The elements that are written differently from markdown-it's default. */
function renderTokens({ renderer: { rules }, utils }: MarkdownIt): void {
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
}

/** Removes every other address; the text of the link or image stays. */
function safeUrls(md: MarkdownIt): void {
  md.validateLink = () => true
  // Protocols are case-insensitive (RFC 3986, 3.1), and telephones capitalise the first letter of a sentence.
  md.normalizeLink = (url) =>
    md.utils.lib.mdurl.encode(url).replace(/^[a-z][a-z\d+.-]*:/i, (protocol) => protocol.toLowerCase())
  md.normalizeLinkText = (text) => text
  md.core.ruler.push('safe_urls', emptyUrls)
}

function emptyUrls({ src, tokens }: StateCore): void {
  // One long address can be used by many references, so 1 MB of text could become many GB. Encoding makes nine bytes of one.
  let remaining = 100_000 + 10 * src.length
  for (const { children } of tokens) {
    for (const token of children ?? []) {
      if (token.type !== 'link_open' && token.type !== 'image') continue
      remaining -= lengthOf(token)
      if (remaining < 0) remove(token, ['href', 'src', 'title'])
      else if (!isAllowed(token)) remove(token, ['href', 'src'])
    }
  }
}

function lengthOf({ attrs }: Token): number {
  return (attrs ?? []).reduce((length, [, value]) => length + String(value).length, 0)
}

function isAllowed(token: Token): boolean {
  const [url, protocols] =
    token.type === 'image' ? [token.attrGet('src'), IMAGE_PROTOCOLS] : [token.attrGet('href'), LINK_PROTOCOLS]
  const protocol = /^([^/?#:]*):/.exec(String(url))?.[1]
  return protocol === undefined || protocols.includes(protocol)
}

function remove(token: Token, names: string[]): void {
  token.attrs = (token.attrs ?? []).filter(([name]) => !names.includes(name))
}

/** Hebrew, Arabic and the other scripts that are written from right to left, and the mark for this direction. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const LETTER = /\p{L}/u

/**
 * Lets browsers find the direction of each block that has a word from right to left; other blocks have no attribute. A list has its markers
 * on the side on which its first item begins. `tokens` are those of the blocks.
 */
function markDirection(tokens: readonly Token[]): void {
  /** The open lists and list items, and the lists among them that have had no letter yet. */
  const open: Token[] = []
  let undecided: Token[] = []
  for (const [index, token] of tokens.entries()) {
    if (/^(bullet_list|ordered_list|list_item)_open$/.test(token.type)) {
      open.push(token)
      if (token.type !== 'list_item_open') undecided.push(token)
    } else if (/^(bullet_list|ordered_list|list_item)_close$/.test(token.type)) {
      const closed = open.pop()
      undecided = undecided.filter((list) => list !== closed)
    }
    if (token.type !== 'inline') continue
    const text = (token.children ?? []).map(({ content }) => content).join('')
    const [letter] = LETTER.exec(text) ?? []
    if (letter) {
      if (RIGHT_TO_LEFT.test(letter)) for (const list of undecided) list.attrSet('dir', 'rtl')
      undecided = []
    }
    if (!RIGHT_TO_LEFT.test(text)) continue
    const block = tokens[index - 1]
    // A paragraph in a tight list is hidden: its element is that of the item.
    ;(block?.hidden ? open.at(-1) : block)?.attrSet('dir', 'auto')
  }
}
