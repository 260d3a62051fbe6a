import { HighlightStyle } from '@codemirror/language'
import { tags } from '@lezer/highlight'

/** How the parts of Markdown look in the text; its marks stay visible, but faint. */
export const highlightStyle = HighlightStyle.define([
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through', color: 'var(--color-faint)' },
  { tag: tags.link, color: 'var(--color-blue)' },
  { tag: tags.url, color: 'var(--color-faint)', fontFamily: 'var(--font-mono)', fontSize: '0.82em' },
  { tag: tags.monospace, fontFamily: 'var(--font-mono)', fontSize: '0.86em' },
  { tag: tags.labelName, color: 'var(--color-faint)', fontFamily: 'var(--font-mono)', fontSize: '0.86em' },
  { tag: tags.processingInstruction, color: 'var(--color-faint)', fontWeight: '400', fontStyle: 'normal' },
  { tag: tags.contentSeparator, color: 'var(--color-faint)' },
  { tag: tags.comment, color: 'var(--color-faint)' },
])
