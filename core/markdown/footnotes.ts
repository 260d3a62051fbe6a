import Markdown, { type MarkdownIt, type Token } from 'markdown-it'
import type { DefinedFootnote } from '#core/markdown/github/footnotes.ts'

/** A footnote that is shown. */
interface Note {
  number: number
  /** The references in their order on the page. */
  references: Token[]
  tokens: Token[]
}

/** The prefixes of all ids, so that no footnote takes an id of the page. No id contains a label, whose text is arbitrary. */
const [NOTE, REFERENCE, TITLE] = ['fn-', 'fnref-', 'fn-title']
/** The most references with a link. A text can have a hundred thousand, and each link has its words. */
const MAX_LINKS = 5_000

/**
 * Numbers footnotes in the order of their first references, and moves those with references behind the text; others are left out, as on
 * GitHub. References in a footnote come after all of the text.
 */
export function gatherFootnotes(tokens: Token[]): Token[] {
  const { body, notes } = takeNotes(tokens)
  if (notes.size === 0) return tokens
  const shown = numberNotes(body, notes)
  if (shown.length === 0) return body
  return [
    ...body,
    createToken('footnotes_open', 1, { map: placeOf(body, shown), attrs: [['data-footnotes', '']] }),
    ...shown.flatMap((note) => {
      const { tokens: own } = note
      // The way back is at the end of the last paragraph, or in one of its own behind a list, a quote or code.
      const end = own.at(-1)?.type === 'paragraph_close' ? own.length - 1 : own.length
      return [
        createToken('note_open', 1, { meta: { note } }),
        ...own.slice(0, end),
        createToken('note_back', 0, { meta: { note, isBlock: end === own.length } }),
        ...own.slice(end),
        createToken('note_close', -1),
      ]
    }),
    createToken('footnotes_close', -1),
  ]
}

/** The labels, normalised, of the footnotes that are shown. */
export function shownFootnotes(tokens: Token[]): Set<string> {
  const { body, notes } = takeNotes(tokens)
  numberNotes(body, notes)
  return new Set([...notes].filter(([, { number }]) => number > 0).map(([label]) => label))
}

function createToken(type: string, nesting: -1 | 0 | 1, own: Partial<Token> = {}): Token {
  return Object.assign(new Markdown.Token(type, '', nesting), own)
}

/** The line of the footnotes: that of the first, but never one inside the text. */
function placeOf(body: Token[], [first]: Note[]): [number, number] {
  const end = body.reduce((last, { map }) => Math.max(last, map?.[1] ?? 0), 0)
  const line = Math.max(end, first?.tokens[0]?.map?.[0] ?? 0)
  return [line, line]
}

/** Takes definitions out of the text, also out of each other. */
function takeNotes(tokens: Token[]): { body: Token[]; notes: Map<string, Note> } {
  const body: Token[] = []
  const notes = new Map<string, Note>()
  const open = [body]
  /** Quotes, lists and items that have lost a definition. */
  const poorer = new WeakSet<Token>()
  for (const token of tokens) {
    const around = open.at(-1) ?? body
    const before = around.at(-1)
    const footnote = token.meta?.footnote as DefinedFootnote | undefined
    if (footnote) {
      const note: Note = { number: 0, references: [], tokens: [] }
      if (!footnote.isRepeated) notes.set(footnote.label, note)
      if (before?.nesting === 1) poorer.add(before)
      open.push(note.tokens)
    } else if (token.type === 'footnote_close') open.pop()
    else if (token.nesting === -1 && before?.nesting === 1 && poorer.has(before)) {
      // Nothing else was in it.
      around.pop()
      const outer = around.at(-1)
      if (outer?.nesting === 1) poorer.add(outer)
    } else around.push(token)
  }
  return { body, notes }
}

function numberNotes(body: Token[], notes: Map<string, Note>): Note[] {
  const shown: Note[] = []
  const read = (tokens: Token[]) => {
    for (const { children } of tokens) {
      let links = 0
      for (const token of children ?? []) {
        if (token.tag === 'a') links += token.nesting
        if (token.type !== 'footnote_reference') continue
        const note = notes.get(String(token.meta?.label))
        if (!note) continue
        if (note.number === 0) note.number = shown.push(note)
        note.references.push(token)
        token.meta = { ...token.meta, note, isInLink: links > 0 }
      }
    }
  }
  read(body)
  // It grows while it is read.
  for (const { tokens } of shown) read(tokens)
  return shown
}

/** The words around footnotes, in the language of the text. */
export interface FootnoteWords {
  title: string
  /** The name of the link back to a reference; its number follows. */
  back?: string
}

/**
 * Gives references and footnotes ids, and links to each other. Without `back` there are no ids, and references lead to the footnotes of a
 * page. `tokens` are all tokens in order, the content of blocks after its block.
 */
export function linkFootnotes(tokens: Token[], { title, back }: FootnoteWords): void {
  const counts = new Map<number, number>()
  let links = 0
  for (const token of tokens) {
    const { number = 0 } = (token.meta?.note ?? {}) as Partial<Note>
    const isInLink = token.meta?.isInLink === true
    if (token.type === 'footnote_reference' && ++links <= MAX_LINKS) {
      const count = (counts.get(number) ?? 0) + 1
      counts.set(number, count)
      const id: [string, string] = ['id', `${REFERENCE}${number}${count === 1 ? '' : `-${count}`}`]
      // A link cannot be in a link, but the link back leads to its place.
      if (!isInLink) token.attrs = [['href', `#${NOTE}${number}`]]
      if (back) token.attrs = [...(token.attrs ?? []), id]
      if (back && !isInLink) token.attrSet('aria-describedby', TITLE)
    } else if (token.type === 'footnotes_open') {
      token.meta = { title, id: back ? TITLE : '' }
      token.attrs = back ? [...(token.attrs ?? []), ['aria-labelledby', TITLE]] : null
    } else if (token.type === 'note_open' && back) token.attrs = [['id', NOTE + number]]
    else if (token.type === 'note_back') token.meta = { ...token.meta, back }
  }
}

/** Writes footnotes: numbers and a list, with links if `linkFootnotes` has processed them. */
export function showFootnotes({ renderer: { rules }, utils: { escapeHtml } }: MarkdownIt): void {
  rules.footnote_reference = (tokens, index, _options, _env, renderer) => {
    const token = tokens[index]
    const note = token?.meta?.note as Note | undefined
    if (!token || !note) return ''
    const attributes = renderer.renderAttrs(token)
    return token.attrGet('href')
      ? `<sup><a${attributes}>${note.number}</a></sup>`
      : `<sup${attributes}>${note.number}</sup>`
  }
  rules.footnotes_open = (tokens, index, _options, _env, renderer) => {
    const token = tokens[index]
    const { title = '', id = '' } = (token?.meta ?? {}) as { title?: string; id?: string }
    const heading = title && `<h2${id && ` id="${id}"`}>${escapeHtml(title)}</h2>\n`
    return `<section${token ? renderer.renderAttrs(token) : ''}>\n${heading}<ol>\n`
  }
  rules.footnotes_close = () => '</ol>\n</section>\n'
  rules.note_open = (tokens, index, _options, _env, renderer) => {
    const token = tokens[index]
    return `<li${token ? renderer.renderAttrs(token) : ''}>\n`
  }
  rules.note_close = () => '</li>\n'
  rules.note_back = (tokens, index) => {
    const { note, back, isBlock } = (tokens[index]?.meta ?? {}) as {
      note?: Note
      back?: string
      isBlock?: boolean
    }
    const ids = note && back ? note.references.flatMap((reference) => reference.attrGet('id') ?? []) : []
    // The visible sign comes from the styles, with the number of the reference when there are several.
    const links = ids.map((id, place) => {
      const [count, name] = place === 0 ? ['', ''] : [place + 1, `-${place + 1}`]
      return `<a href="#${id}" aria-label="${escapeHtml(`${back} ${note?.number}${name}`)}" data-back="${count}"></a>`
    })
    if (links.length === 0) return ''
    return isBlock ? `<p>${links.join(' ')}</p>\n` : ` ${links.join(' ')}`
  }
}
