import type { NoteKind, NoteOutcome } from '#core/domain/site-import.ts'
import type { Resolve } from '#core/from-html/addresses.ts'

export type Attributes = ReadonlyMap<string, string>

/** The events of parsing HTML, from its beginning to its end; names are in lower case. Elements may end in any order, or not at all. */
export type HtmlEvent =
  | { type: 'open'; name: string; attributes: Attributes }
  | { type: 'close'; name: string }
  | { type: 'text'; text: string }
  | { type: 'comment'; text: string }

export interface HtmlOptions {
  report: (kind: NoteKind, what: string, becomes: NoteOutcome) => void
  /** Resolves an address of the source. */
  resolve?: Resolve
  /** True if lines of the text are lines for readers, and blank ones end paragraphs, as WordPress' classic editor stores them. */
  hasLines?: boolean
  /** Called for each comment. */
  comment?: (text: string) => void
  /** Elements that are not text of the article. They are left out with their content. */
  isRemoved?: (name: string, attributes: Attributes) => boolean
  /** The replacement of an element whose content is beside it; null for any other. */
  standIn?: (name: string, attributes: Attributes) => StandIn | null
}

export interface StandIn {
  text: string
  /** Empty if it leads nowhere. */
  address: string
  /** True if it is a paragraph of its own. */
  isBlock: boolean
  /** Shown above the text, each in a paragraph of its own. */
  pictures?: readonly string[]
}
