import type { NoteKind, NoteOutcome } from '#core/domain/site-import.ts'
import type { Resolve } from '#server/features/import/html/addresses.ts'
import { buildDocument } from '#server/features/import/html/build-document.ts'
import { type Attributes, readHtml } from '#server/features/import/html/read-html.ts'
import { writeBlocks } from '#server/features/import/html/write-blocks.ts'

/** What is read of one article; an export may have several times the text of its Markdown. */
const MAX_LENGTH = 4 * 1024 * 1024

export interface HtmlOptions {
  report: (kind: NoteKind, what: string, becomes: NoteOutcome) => void
  /** Where an address of the source leads. */
  resolve?: Resolve
  /** Whether lines of the text are lines for readers, and blank ones end paragraphs, as WordPress' classic editor stores them. */
  hasLines?: boolean
  /** Called for each comment. */
  comment?: (text: string) => void
  /** Elements that are no text of the article. They are left out with what is in them. */
  isRemoved?: (name: string, attributes: Attributes) => boolean
  /** What stands for an element whose content is beside it; null for any other. */
  standIn?: (name: string, attributes: Attributes) => StandIn | null
}

export interface StandIn {
  text: string
  /** Empty where it leads nowhere. */
  address: string
  /** Whether it is a paragraph of its own. */
  isBlock: boolean
  /** Shown above the text, each in a paragraph of its own. */
  pictures?: readonly string[]
}

/**
 * Converts HTML to Markdown of which this site's renderer shows the same text. What it cannot show becomes a link or is left out, and
 * is reported. The time is linear in the length, whatever is written.
 */
export function htmlToMarkdown(html: string, options: HtmlOptions): string {
  if (html.length > MAX_LENGTH) options.report('too-large', `${html.length} characters`, 'text')
  return writeBlocks(buildDocument(readHtml(html.slice(0, MAX_LENGTH)), options))
}
