import type { Block } from '#core/from-html/document.ts'
import { BLOCKS } from '#core/from-html/elements.ts'
import type { Attributes } from '#core/from-html/html-events.ts'
import { withoutEnd } from '#core/truncate.ts'

const LANGUAGE = /\b(?:language-|lang[-:]|brush:\s*|highlight-source-)([\w+#.-]{1,20})/
/** The class of Hexo on the figure around its table, and of Pandoc. */
const LISTING = /^(?:highlight|sourceCode) (?!plain|text)([\w+#.-]{1,20})$/
/** The classes of highlighters for the number of a line, or all of them. */
const NUMBERS =
  /(?:^|\s)(?:ln|lnt|lno|gl|gutter|hljs-ln-numbers|line-?(?:nos?|numbers?)(?:-rows)?|linenodiv|codeLineNumber\w*|crayon-nums?|blob-num)(?:\s|$)/i

/** The language in the classes of the usual highlighters. */
export function codeLanguage(attributes: Attributes): string {
  const classes = attributes.get('class') ?? ''
  const named =
    (LANGUAGE.exec(classes) ?? LISTING.exec(classes))?.[1] ??
    attributes.get('data-language') ??
    attributes.get('data-lang') ??
    ''
  return named.replace(/[^\w+#.-]/g, '')
}

/** Returns true if spaces and lines of an element are code. */
export function isCodeBlock(name: string, attributes: Attributes): boolean {
  return (
    name === 'pre' || (name === 'div' && /(?:^|\s)crayon-pre(?:\s|$)/.test(attributes.get('class') ?? ''))
  )
}

/** Code that is being read, with its spaces. */
export class OpenCode {
  #language: string
  #parts: string[] = []
  /** True if a block ended here, so that the next text is on another line. */
  #endsLine = false

  constructor(language: string) {
    this.#language = language
  }

  add(text: string): void {
    if (text === '') return
    if (this.#endsLine) this.#parts.push('\n')
    this.#endsLine = false
    this.#parts.push(text)
  }

  /** Begins an element, and returns the function for its end: the number of a line is left out, and a block is on lines of its own. */
  enter(name: string, attributes: Attributes): () => void {
    this.#language ||= codeLanguage(attributes)
    if (BLOCKS.has(name)) this.#endLine()
    const before = isLineNumber(attributes) ? { length: this.#parts.length, endsLine: this.#endsLine } : null
    return () => {
      if (before && this.#parts.slice(before.length).every((part) => /^[\s\d]*$/.test(part))) {
        this.#parts.length = before.length
        this.#endsLine = before.endsLine
      }
      if (BLOCKS.has(name)) this.#endLine()
    }
  }

  #endLine(): void {
    const last = this.#parts.at(-1)
    if (last !== undefined && !last.endsWith('\n')) this.#endsLine = true
  }

  /** The block without the blank lines around it; null for one without text. */
  get block(): Block | null {
    const whole = this.#parts.join('').replace(/\r\n?/g, '\n').replace(/^\n/, '')
    const text = withoutEnd(whole, '\n')
    return text.trim() === '' ? null : { type: 'code', text, language: this.#language }
  }
}

function isLineNumber(attributes: Attributes): boolean {
  return (
    NUMBERS.test(attributes.get('class') ?? '') ||
    /user-select\s*:\s*none/.test((attributes.get('style') ?? '').slice(0, 1_000))
  )
}
