import { EditorSelection, type EditorState, type Transaction } from '@codemirror/state'
import type { Syntax } from '#app/admin/editor/markdown-editor-props.ts'
import { enclosingNode } from '#app/admin/editor/text/formats-at-cursor.ts'
import { KEPT_LINK } from '#core/newsletter/kept-html.ts'

export interface LinkInText {
  from: number
  to: number
  /** Markdown. */
  text: string
  address: string
}

/** The link at the cursor; else what is selected, or the word at the cursor, to be made a link. */
export function linkAtSelection(state: EditorState): LinkInText {
  const range = state.selection.main
  const node = enclosingNode(state, range, ['Link'])
  const [opening, closing] = node?.getChildren('LinkMark') ?? []
  const url = node?.getChild('URL')
  if (node && opening && closing && url) {
    return {
      from: node.from,
      to: node.to,
      text: state.sliceDoc(opening.to, closing.from),
      address: state.sliceDoc(url.from, url.to).replace(/^<(.*)>$/, '$1'),
    }
  }
  const { from, to } = range.empty ? (state.wordAt(range.head) ?? range) : range
  return { from, to, text: state.sliceDoc(from, to).replace(/\s*\n\s*/g, ' '), address: '' }
}

/** Replaces a range by a link; its text is Markdown, and the address itself where it is empty. */
export function insertLink(state: EditorState, { from, to, text, address }: LinkInText): Transaction {
  const insert = linkMarkdown(text, address)
  const selection = EditorSelection.cursor(from + insert.length)
  return state.update({
    changes: { from, to, insert },
    selection,
    scrollIntoView: true,
    userEvent: 'input.link',
  })
}

/** Leaves the text of a link. */
export function removeLink(state: EditorState, { from, to, text }: LinkInText): Transaction {
  return state.update({ changes: { from, to, insert: text }, userEvent: 'input.link' })
}

export function linkMarkdown(text: string, address: string): string {
  const href = writeAddress(address)
  return `[${text.trim() ? balanceBrackets(text) : escapeBrackets(address)}](${href})`
}

/** An address for use in parentheses: characters that would end it are encoded. */
export function writeAddress(address: string): string {
  return address
    .trim()
    .replace(/[\s<>\\()\p{Cc}]/gu, (character) =>
      character === '(' || character === ')'
        ? `%${character.charCodeAt(0).toString(16)}`
        : encodeURIComponent(character),
    )
}

/** Escapes brackets, unless they are closed in order, as those of an image in a link. */
function balanceBrackets(text: string): string {
  let depth = 0
  for (const [part] of text.matchAll(/\\.|[[\]]/gs)) {
    if (part === '[') depth++
    else if (part === ']' && --depth < 0) break
  }
  const endsInEscape = /(?<!\\)(?:\\\\)*\\$/.test(text)
  return depth === 0 && !endsInEscape ? text : escapeBrackets(text)
}

export function escapeBrackets(text: string): string {
  return text.replace(/[\\[\]]/g, '\\$&')
}

/** Returns the address that a person means: `example.org` is a site, `a@b.org` a mailbox, and a path is ours. */
export function completeAddress(typed: string): string {
  const address = typed.trim()
  if (/^[a-z][a-z\d+.-]*:/i.test(address) || /^[/#?.]/.test(address) || address === '') return address
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(address)) return `mailto:${address}`
  return /^[^\s/]+\.[^\s/.]+(?:\/|$)/.test(address) ? `https://${address}` : address
}

/** The protocols that the site renders, or that mails keep. */
export function isAllowedAddress(address: string, syntax: Syntax = 'article'): boolean {
  if (syntax !== 'article') return KEPT_LINK.test(address)
  const protocol = /^([^/?#:]*):/.exec(address)?.[1]
  return address !== '' && (protocol === undefined || /^(?:https?|ircs?|mailto|xmpp)$/i.test(protocol))
}
