import { tagPlainText, untagPlainText } from '#core/translation/plain-text.ts'
import { hasLetters, type Segment } from '#core/translation/segment.ts'
import { type Answers, checkedAnswer } from '#core/translation/segment-answer.ts'
import type { TextTag } from '#core/translation/text-tag.ts'

/** A field of plain text. */
export interface PlainCut {
  name: string
  plain: string
  /** Null when there is nothing to translate. */
  segment: Segment | null
  tags: TextTag[]
}

/** Makes a segment of a text without markup. The spaces around it are not part of it. */
export function cutPlain(name: string, plain: string): PlainCut {
  const from = plain.length - plain.trimStart().length
  const to = from + plain.trim().length
  const { text, tags } = tagPlainText(plain.slice(from, to))
  const segment: Segment | null = hasLetters(text)
    ? { id: name, kind: 'field', block: 0, section: '', text, from, to }
    : null
  return { name, plain, segment, tags }
}

/** The translated field; the source where there is a problem. */
export function splicePlain({ plain, segment, tags }: PlainCut, answers: Answers): string {
  const answer = segment && checkedAnswer(segment, tags, answers)
  return answer
    ? plain.slice(0, segment.from) + untagPlainText(answer.nodes) + plain.slice(segment.to)
    : plain
}
