import { html } from '@codemirror/lang-html'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { type Extension, Prec } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The look of HTML as source. */
export const htmlSyntax = (): Extension => [
  html({ autoCloseTags: false }),
  lineNumbers(),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: [tags.tagName, tags.angleBracket], color: 'var(--color-blue)' },
      { tag: tags.attributeName, color: 'var(--color-purple)' },
      { tag: tags.attributeValue, color: 'var(--color-green)' },
      { tag: [tags.comment, tags.character], color: 'var(--color-faint)' },
      { tag: tags.invalid, color: 'var(--color-red)' },
    ]),
  ),
  // Above the look of the editor, which is for prose.
  Prec.high(
    EditorView.theme({
      '.cm-scroller': { fontFamily: 'var(--font-mono)', fontSize: '0.8125rem' },
      '.cm-content': { maxWidth: 'none' },
      '.cm-gutters': {
        color: 'var(--color-faint)',
        backgroundColor: 'var(--color-paper)',
        borderRight: '1px solid var(--color-line)',
      },
    }),
  ),
]
