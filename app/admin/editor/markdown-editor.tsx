import { type Ref, useImperativeHandle, useRef } from 'react'
import type { FieldControl } from '#app/components/ui/field.tsx'
import type { Language } from '#core/i18n/languages.ts'

export interface MarkdownEditorHandle {
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

export interface MarkdownEditorProps {
  /** From the `Field` around it. */
  control: FieldControl
  label: string
  /** The Markdown. When it is another than what was typed last, it replaces the text. */
  value: string
  /** Called for every change. */
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

/** The field for the text of an article. */
export function MarkdownEditor({
  control,
  label,
  value,
  onChange,
  onBlur,
  language,
  readOnly,
  ref,
}: MarkdownEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    select(from, to) {
      field.current?.focus()
      field.current?.setSelectionRange(from, to)
    },
  }))
  return (
    <textarea
      {...control}
      ref={field}
      lang={language}
      aria-label={label}
      rows={20}
      value={value}
      readOnly={readOnly}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  )
}
