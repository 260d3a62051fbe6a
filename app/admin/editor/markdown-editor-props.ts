import type { EditorView } from '@codemirror/view'
import { createContext, type Ref } from 'react'
import type { FieldControl } from '#app/components/ui/field.tsx'
import type { Language } from '#core/i18n/languages.ts'

/** The Markdown of an article, that of a newsletter, of which mails keep less, or HTML as source. */
export type Syntax = 'article' | 'mail' | 'html'

export interface MarkdownEditorProps {
  /** The syntax of an article without it. */
  syntax?: Syntax
  /** From the enclosing `Field`. */
  control: FieldControl
  label: string
  /** Shown while there is no text; *Write the article* without one. */
  placeholder?: string
  /** The text. A value other than the one typed last replaces the text. */
  value: string
  /** Called after input, debounced, and before the page is left. */
  onChange: (text: string) => void
  onBlur?: () => void
  /** The language of the text, for the spell checker and links. */
  language: Language
  /** Underlined in the text. */
  marks?: readonly MarkdownMark[]
  readOnly?: boolean
  /** The bar below the text while it fills the screen, because the rest of the page cannot be reached then. */
  fullScreenBar?: React.ReactNode
  ref?: Ref<MarkdownEditorHandle>
}

export interface MarkdownEditorHandle {
  /** Calls `onChange` now if there is input that it has not been called with. */
  flush: () => void
  focus: () => void
  /** Lets the rest of the page be reached again. */
  leaveFullScreen: () => void
  /** The line of the cursor; the first is 0. */
  cursorLine: () => number
  /** Selects the text between two offsets of the Markdown, and scrolls there. */
  select: (from: number, to: number) => void
}

/** A range of the Markdown with a message. */
export interface MarkdownMark {
  from: number
  to: number
  message: string
}

/** The part that the page adds to the Markdown editor: called with its view, returns what to do when that goes. */
export type AttachToEditor = (view: EditorView) => () => void

export const EditorAttachment = createContext<AttachToEditor | null>(null)
