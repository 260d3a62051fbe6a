import type { Token } from 'markdown-it'
import type { Range } from '#core/markdown/source/link-target.ts'

/**
 * b strong, i emphasised, s deleted, a link; these stand around text. c code, u address, m image, h HTML, f label of a footnote,
 * v placeholder, n line break; these stand for something.
 */
export type TagKind = 'b' | 'i' | 's' | 'a' | 'c' | 'u' | 'm' | 'h' | 'f' | 'v' | 'n'

/** What is not text in a text. */
export interface TextTag {
  /** As in the text: the kind and a number. */
  id: string
  kind: TagKind
  /** The id of the tag in which it is. */
  parent: string | null
  /** What ends it in the block's content; null for a tag that stands for something. */
  closing: Range | null
  /** What has to be the same in a translation: the address, the code, the text. */
  value: string
}

/** The same in Markdown. */
export interface Tag extends TextTag {
  /** Where it is in the block's content: all of it, or what begins it. */
  opening: Range
  token: Token
}

/** The text of a block as readers read it, with tags for what is not text. */
export interface TaggedText {
  text: string
  tags: Tag[]
  /** Where it begins in the content: after the box of a task. */
  start: number
}
