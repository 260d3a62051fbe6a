import { BOLD, ITALIC, type Link, STRUCK } from '#core/from-html/document.ts'
import type { OpenLine } from '#core/from-html/open-line.ts'
import { raiseText } from '#core/markdown/raised-text.ts'

/** The marks of text at a place: the elements around it are counted, in whatever order they end. */
export class TextMarks {
  readonly counts = { bold: 0, italic: 0, struck: 0, code: 0, verse: 0, skipped: 0 }
  link: Link | null = null
  raised: 'sup' | 'sub' | null = null

  write(line: OpenLine, text: string): void {
    const { bold, italic, struck, code } = this.counts
    const marks = (bold && BOLD) | (italic && ITALIC) | (struck && STRUCK)
    if (code > 0) line.addCode(text, marks, this.link)
    else line.addText(this.raised ? raiseText(text, this.raised) : text, marks, this.link)
  }

  /** Writes lines that readers see as lines. */
  writeLines(line: OpenLine, text: string): void {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0 && !line.isEmpty) line.add({ type: 'break' })
      this.write(line, part)
    }
  }
}
