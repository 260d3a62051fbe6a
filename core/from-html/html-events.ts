import type { NoteKind, NoteOutcome } from '#core/domain/site-import.ts'
import type { Resolve } from '#core/from-html/addresses.ts'

export type Attributes = ReadonlyMap<string, string>

/** HTML as it is read, from its beginning to its end; names are in lower case. Elements may end in any order, or not at all. */
export type HtmlEvent =
  | { type: 'open'; name: string; attributes: Attributes }
  | { type: 'close'; name: string }
  | { type: 'text'; text: string }
  | { type: 'comment'; text: string }

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
