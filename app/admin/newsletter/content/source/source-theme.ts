import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The look of the source, from the tokens of the site, so that it follows the theme. */
export const sourceTheme = EditorView.theme({
  '&': { height: '100%', color: 'var(--color-ink)', backgroundColor: 'var(--color-paper)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', fontSize: '0.8125rem', lineHeight: '1.6' },
  '.cm-content': { padding: '0.75rem 0 2rem', caretColor: 'var(--color-ink)' },
  '.cm-content:focus-visible': { outline: 'none' },
  '.cm-gutters': {
    color: 'var(--color-faint)',
    backgroundColor: 'var(--color-paper)',
    borderRight: '1px solid var(--color-line)',
  },
  '.cm-panels': { backgroundColor: 'var(--color-wash)', color: 'var(--color-ink)' },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in oklab, var(--color-orange) 28%, transparent)' },
})

export const sourceHighlight = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--color-blue)' },
  { tag: tags.attributeName, color: 'var(--color-purple)' },
  { tag: tags.attributeValue, color: 'var(--color-green)' },
  { tag: [tags.comment, tags.character], color: 'var(--color-faint)' },
  { tag: tags.invalid, color: 'var(--color-red)' },
])
