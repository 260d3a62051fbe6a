import type { Block } from '#server/features/import/html/document.ts'
import type { Attributes } from '#server/features/import/html/read-html.ts'
import { withoutEnd } from '#server/features/import/text-end.ts'

const LANGUAGE = /\b(?:language-|lang-|brush:\s*)([\w+#.-]{1,20})/

/** The language that the usual programs for colours are told. */
export function codeLanguage(attributes: Attributes): string {
  const named = LANGUAGE.exec(attributes.get('class') ?? '')?.[1] ?? attributes.get('data-language') ?? ''
  return named.replace(/[^\w+#.-]/g, '')
}

/** A block of code without the blank lines around it; null for one without text. */
export function codeBlock(raw: string, language: string): Block | null {
  const text = withoutEnd(raw.replace(/\r\n?/g, '\n').replace(/^\n/, ''), '\n')
  return text.trim() === '' ? null : { type: 'code', text, language }
}
