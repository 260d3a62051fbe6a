import type { MarkdownIt, Token } from 'markdown-it'

/** A heading of an article that can be linked to. */
export interface Heading {
  /** The id of its element. */
  id: string
  text: string
  /** The level of its element on the page. */
  level: number
}

/** The prefix of every id, so that no heading takes an id of the page, nor the name of a variable of its scripts. */
const PREFIX = 'h-'
const MAX_ID_LENGTH = 60
const MAX_TEXT_LENGTH = 200
/** The most headings with an id. A text can have tens of thousands. */
const MAX_HEADINGS = 1_000

/**
 * Gives headings ids made of their text, which stay the same as long as the text does, and after each a link to itself with the name
 * `label`. Links of the text to such a heading, as in `[below](#the-harbour)`, lead to it. Returns the headings outside quotes and lists,
 * in order.
 */
export function addHeadings(tokens: Token[], label: string): Heading[] {
  const headings: Heading[] = []
  const ids = createIds()
  let opening: Token | undefined
  let count = 0
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_close' && opening) {
      token.meta = { ...token.meta, sectionLink: { id: opening.attrGet('id'), label } }
      opening = undefined
    }
    if (token.type !== 'heading_open' || ++count > MAX_HEADINGS) continue
    opening = token
    const text = textOf(tokens[index + 1])
    const id = ids.next(text)
    token.attrSet('id', id)
    token.meta = { ...token.meta, isLinked: true }
    if (token.level === 0 && text !== '')
      headings.push({ id, text: shorten(text), level: Number(token.tag.slice(1)) })
  }
  for (const token of tokens) {
    const target = token.type === 'link_open' ? ids.find(String(token.attrGet('href'))) : undefined
    if (target) token.attrSet('href', `#${target}`)
  }
  return headings
}

/**
 * Writes headings that `addHeadings` has seen with a link to themselves. It comes after the heading and not in it, where it would be read
 * out as a part of it.
 */
export function showHeadings({ renderer: { rules }, utils }: MarkdownIt): void {
  rules.heading_open = (tokens, index, options, _env, renderer) =>
    (tokens[index]?.meta?.isLinked ? '<div data-heading="">' : '') +
    renderer.renderToken(tokens, index, options)
  rules.heading_close = (tokens, index) => {
    const token = tokens[index]
    const link = token?.meta?.sectionLink as { id: string; label: string } | undefined
    const end = `</${token?.tag}>`
    if (!link) return `${end}\n`
    return `${end}<a href="#${utils.escapeHtml(link.id)}" aria-label="${utils.escapeHtml(link.label)}"></a></div>\n`
  }
}

function createIds() {
  const taken = new Set<string>()
  /** The number of tries for a text, so that a thousand equal headings do not try a million ids. */
  const tries = new Map<string, number>()
  return {
    next(text: string): string {
      const base = PREFIX + (slugOf(text) || 'section')
      let id = base
      for (let n = tries.get(base) ?? 1; taken.has(id); ) {
        n += 1
        tries.set(base, n)
        id = `${base}-${n}`
      }
      taken.add(id)
      return id
    },
    /** The id of the heading that a link of the text means. */
    find(href: string): string | undefined {
      if (!href.startsWith('#') || href.length > 9 * MAX_ID_LENGTH) return undefined
      const id = PREFIX + decoded(href.slice(1)).normalize('NFC').toLowerCase()
      return taken.has(id) ? id : undefined
    },
  }
}

/** Letters and digits of any script, in lower case, with hyphens between the words. */
function slugOf(text: string): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  let slug = ''
  for (const word of words) {
    if (slug !== '' && slug.length + word.length >= MAX_ID_LENGTH) break
    slug += (slug && '-') + Array.from(word).slice(0, MAX_ID_LENGTH).join('')
  }
  return slug
}

/** The visible text of a heading, on one line. */
function textOf(inline: Token | undefined): string {
  let text = ''
  for (const { type, content } of inline?.children ?? []) {
    if (type === 'softbreak' || type === 'hardbreak') text += ' '
    else if (type === 'text' || type === 'code_inline' || type === 'image' || type === 'text_special')
      text += content
    if (text.length > 10 * MAX_TEXT_LENGTH) break
  }
  return text
    .slice(0, 10 * MAX_TEXT_LENGTH)
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim()
}

function shorten(text: string): string {
  const characters = Array.from(text)
  return characters.length > MAX_TEXT_LENGTH ? `${characters.slice(0, MAX_TEXT_LENGTH).join('')}…` : text
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
