import type { SourceTag } from '#app/admin/languages/review/check/reviewed-texts.ts'

interface Selected {
  text: string
  from: number
  to: number
}

type WrittenTag = Pick<SourceTag, 'id' | 'isPair'>

const openingOf = ({ id, isPair }: WrittenTag) => (isPair ? `<${id}>` : `<${id}/>`)
const closingOf = ({ id, isPair }: WrittenTag) => (isPair ? `</${id}>` : '')

/** A tag as it is written in a text. */
export const writtenTag = (tag: WrittenTag) =>
  tag.isPair ? `${openingOf(tag)}…${closingOf(tag)}` : openingOf(tag)

/** The tags of the source that a text lacks, or of which it has only one half. */
export function missingTags<Tag extends WrittenTag>(text: string, tags: readonly Tag[]): Tag[] {
  return tags.filter((tag) => !text.includes(openingOf(tag)) || !text.includes(closingOf(tag)))
}

/** Puts a tag into a text: around what is selected when it is a pair, else after it. Only the half that is missing is added. */
export function insertTag({ text, from, to }: Selected, tag: WrittenTag): Selected {
  const hasOpening = text.includes(openingOf(tag))
  const hasClosing = text.includes(closingOf(tag))
  const [before, selected, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)]
  if (tag.isPair && hasOpening !== hasClosing) {
    const half = hasOpening ? closingOf(tag) : openingOf(tag)
    const at = hasOpening ? before + selected : before
    const rest = hasOpening ? after : selected + after
    return { text: at + half + rest, from: at.length + half.length, to: at.length + half.length }
  }
  const opening = openingOf(tag)
  if (!tag.isPair) {
    const end = to + opening.length
    return { text: before + selected + opening + after, from: end, to: end }
  }
  const start = from + opening.length
  return {
    text: before + opening + selected + closingOf(tag) + after,
    from: start,
    to: start + selected.length,
  }
}
