import type { MarkdownIt, StateInline } from 'markdown-it'

/** The characters that markdown-it's text rule stops at, because other rules begin with them. */
const SPECIAL = new Set(Array.from('\n!#$%&*+-:<=>@[\\]^_`{}~', (character) => character.charCodeAt(0)))

// A host has at most 253 characters. Without a limit, one that is refused would be scanned again from each `www.` in it.
const HOST = /(?:www\.|https?:\/\/)(?=[\p{L}\p{N}])([\p{L}\p{N}\p{M}._-]{1,253})/iuy
/** A reference to a footnote is not part of the address before it. */
const REST = /(?:[^\s<[]|\[(?!\^))*/y

/** Makes web addresses in the text links: https://github.github.com/gfm/#autolinks-extension- (decision 9). */
export function webAddresses(md: MarkdownIt): void {
  md.inline.ruler.at('text', text)
  md.inline.ruler.before('text', 'web_address', link)
}

/** Reads text up to the next special character or the next word that could be an address. */
function text(state: StateInline, silent: boolean): boolean {
  const { src, pos: start, posMax } = state
  let pos = start
  while (pos < posMax && !SPECIAL.has(src.charCodeAt(pos)) && !(pos > start && mayBegin(src, pos))) pos++
  if (pos === start) return false
  if (!silent) state.pending += src.slice(start, pos)
  state.pos = pos
  return true
}

function mayBegin(src: string, pos: number): boolean {
  const letter = src.charCodeAt(pos) | 0x20
  return (letter === 0x77 || letter === 0x68) && !/[a-z\d]/i.test(src.charAt(pos - 1))
}

function link(state: StateInline, silent: boolean): boolean {
  // In silent mode markdown-it looks for the end of a link's text, and links cannot contain links.
  if (silent || state.linkLevel > 0 || !mayBegin(state.src, state.pos)) return false
  const [start, host = ''] = matchAt(HOST, state.src, state.pos)
  const segments = host.replace(/[._-]+$/, '').split('.')
  if (!start || segments.slice(-2).some((segment) => segment.includes('_'))) return false
  const [rest = ''] = matchAt(REST, state.src, state.pos + start.length)
  const url = withoutTrail(start + rest)
  const opening = state.push('link_open', 'a', 1)
  opening.meta = { isAddress: true }
  opening.attrs = [['href', state.md.normalizeLink(/^www/i.test(url) ? `http://${url}` : url)]]
  state.push('text', '', 0).content = url
  state.push('link_close', 'a', -1)
  state.pos += url.length
  return true
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | [] {
  pattern.lastIndex = position
  return pattern.exec(text) ?? []
}

/** Cuts the punctuation of the sentence off an address, other than GitHub also quotation marks that are not ASCII. */
function withoutTrail(url: string): string {
  let end = url.length
  let surplus = count(url, /\)/g) - count(url, /\(/g)
  for (;;) {
    const last = url.charAt(end - 1)
    if (last === ')' && surplus > 0) surplus--
    else if (last === ';')
      end -= (/&[a-z\d]+;$/i.exec(url.slice(Math.max(0, end - 40), end))?.[0].length ?? 1) - 1
    else if (!/[!"'*,.:?_~\]\p{Pi}\p{Pf}…]/u.test(last)) return url.slice(0, end)
    end--
  }
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
