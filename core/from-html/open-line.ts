import type { Block, Inline, Link } from '#core/from-html/document.ts'

/** Characters that browsers show as one space. */
const SPACES = /[ \t\n\r\f]+/g
/** Characters that no text needs, and half surrogates, which cannot be stored. */
const CONTROLS = /(?![\t\n\f\r])[\p{Cc}\uFFFE\uFFFF]/gu

export function cleanText(text: string): string {
  return text.toWellFormed().replace(CONTROLS, '')
}

/** The line that is being read: the runs since the last block began. */
export class OpenLine {
  #inlines: Inline[] = []

  get isEmpty(): boolean {
    return this.#inlines.length === 0
  }

  addText(raw: string, marks: number, link: Link | null): void {
    this.#add('text', raw.replace(SPACES, ' '), marks, link)
  }

  addCode(raw: string, marks: number, link: Link | null): void {
    this.#add('code', raw.replace(SPACES, ' '), marks, link)
  }

  #add(type: 'text' | 'code', text: string, marks: number, link: Link | null): void {
    const last = this.#inlines.at(-1)
    if (text === '') return
    if (last?.type === type && last.marks === marks && last.link === link) last.text += text
    else this.#inlines.push({ type, text, marks, link })
  }

  add(inline: Inline): void {
    this.#inlines.push(inline)
  }

  /** The runs of the paragraphs on the line: two breaks end one. Spaces are as browsers show them. */
  take(): Inline[][] {
    const inlines = this.#inlines
    this.#inlines = []
    const paragraphs: Inline[][] = []
    let current: Inline[] = []
    const end = () => {
      const trimmed = trim(current)
      if (trimmed.length > 0) paragraphs.push(trimmed)
      current = []
    }
    let breaks = 0
    for (const inline of inlines) {
      const isBlank = inline.type === 'text' && /^\s*$/.test(inline.text) && inline.marks === 0
      if (inline.type === 'break') breaks += 1
      else if (!isBlank) {
        if (breaks > 1) end()
        breaks = 0
      }
      current.push(inline)
    }
    end()
    return paragraphs
  }
}

/** Removes spaces and breaks at the ends, beside breaks, and after other spaces. */
function trim(inlines: Inline[]): Inline[] {
  const result: Inline[] = []
  /** True if a space here would be visible. */
  let wantsSpace = false
  for (const inline of inlines) {
    if (inline.type === 'break') {
      removeSpaceAtEnd(result)
      if (result.length > 0 && result.at(-1)?.type !== 'break') result.push(inline)
      wantsSpace = false
    } else if (inline.type === 'text') {
      const text: string = (wantsSpace ? inline.text : inline.text.replace(/^ +/, '')).replace(/ {2,}/g, ' ')
      if (text === '') continue
      result.push({ ...inline, text })
      wantsSpace = !text.endsWith(' ')
    } else {
      if (inline.type === 'code' && inline.text.trim() === '') continue
      result.push(inline)
      wantsSpace = true
    }
  }
  removeSpaceAtEnd(result)
  while (result.at(-1)?.type === 'break') {
    result.pop()
    removeSpaceAtEnd(result)
  }
  return result
}

function removeSpaceAtEnd(inlines: Inline[]): void {
  for (let last = inlines.at(-1); last?.type === 'text' && last.text.endsWith(' '); last = inlines.at(-1)) {
    last.text = last.text.replace(/ +$/, '')
    if (last.text !== '') return
    inlines.pop()
  }
}

/** Returns true if runs have visible content. */
export function isVisible(inlines: readonly Inline[]): boolean {
  return inlines.some((inline) => {
    if (inline.type === 'text' || inline.type === 'code') return inline.text.trim() !== ''
    return inline.type !== 'break'
  })
}

export const paragraphOf = (inlines: Inline[]): Block => ({ type: 'paragraph', inlines })
