import type { Ref } from 'react'
import type { FieldControl } from '#app/components/ui/field.tsx'
import type { Language } from '#core/i18n/languages.ts'

export interface MarkdownEditorProps {
  /** From the `Field` around it. */
  control: FieldControl
  label: string
  /** The Markdown. When it is another than what was typed last, it replaces the text. */
  value: string
  /** Called a moment after something was typed, and before the page is left. */
  onChange: (markdown: string) => void
  onBlur?: () => void
  /** The language of the text, for the spell checker, links and the preview. */
  language: Language
  /** What the preview shows above the text. */
  title: string
  /** Underlined in the text. */
  marks?: readonly MarkdownMark[]
  readOnly?: boolean
  ref?: Ref<MarkdownEditorHandle>
}

export interface MarkdownEditorHandle {
  /** Calls `onChange` now, if something was typed since it was called. */
  flush: () => void
  focus: () => void
  /** Selects the text between two offsets of the Markdown, and scrolls there. */
  select: (from: number, to: number) => void
}

/** A place in the Markdown that something is to be said about. */
export interface MarkdownMark {
  from: number
  to: number
  message: string
}
