import type { Language } from '#core/i18n/languages.ts'

export interface ContentEditorProps {
  /** The HTML. When it is another than what was typed last, it replaces the text. */
  value: string
  onChange: (html: string) => void
  label: string
  language: Language
  readOnly: boolean
}
