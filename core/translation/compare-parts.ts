import type { Token } from 'markdown-it'
import { readTarget } from '#core/markdown/source/link-target.ts'
import type { MarkdownSource } from '#core/markdown/source/read-source.ts'
import { titleOf } from '#core/translation/cut-block.ts'
import { type MapAddress, mappedAddress } from '#core/translation/link-writing.ts'
import { type ProblemPlace, problem, type TranslationProblem } from '#core/translation/problem.ts'
import { readTagged } from '#core/translation/tagged-text.ts'
import { altText, PART_NAMES, type Tag } from '#core/translation/text-tag.ts'

/** Compares the tags of two blocks, in whatever order. */
export function compareParts({
  from,
  token,
  to,
  other,
  mapAddress,
  place,
}: {
  from: MarkdownSource
  token: Token
  to: MarkdownSource
  other: Token
  mapAddress: MapAddress
  place: Pick<ProblemPlace, 'block' | 'text' | 'line'>
}): TranslationProblem[] {
  const isEmpty = token.content === ''
  if (isEmpty !== (other.content === '')) {
    return [problem(isEmpty ? 'part_added' : 'part_missing', { ...place, what: 'text' })]
  }
  const inline = from.inlineOf(token)
  const expected = count(readTagged(inline).tags, (tag) =>
    // An address that is its own text is not mapped, and neither is one that an image has too.
    isMapped(tag, inline.content, from) ? mappedAddress(tag.value, mapAddress) : tag.value,
  )
  const found = count(readTagged(to.inlineOf(other)).tags, (tag) => tag.value)
  for (const [counts, { children }] of [
    [expected, token],
    [found, other],
  ] as const) {
    const box = children?.find(({ type }) => type === 'task_box')
    if (box) counts.set(box.meta?.checked ? 'a task that is done' : 'a task to do', 1)
  }
  return [
    ...surplus(expected, found).map((what) => problem('part_missing', { ...place, what })),
    ...surplus(found, expected).map((what) => problem('part_added', { ...place, what })),
  ]
}

/** The number of occurrences of each part, by its description. */
function count(tags: Tag[], read: (tag: Tag) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const tag of tags) {
    const value = read(tag)
    const parts = [PART_NAMES.get(tag.kind) ?? '', value]
    if (titleOf(tag) !== '') parts.push('with a title')
    if (tag.kind === 'm' && altText(tag.token).trim() === '') parts.push('without an alternative text')
    const key = parts.join(' ').trim()
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

function isMapped({ kind, closing, token }: Tag, content: string, { imageLabels }: MarkdownSource): boolean {
  if (kind !== 'a' || !closing) return false
  if (readTarget(content, closing).kind === 'inline') return true
  return !imageLabels().has(String(token.meta?.label))
}

function surplus(some: Map<string, number>, others: Map<string, number>): string[] {
  return [...some].filter(([key, times]) => times > (others.get(key) ?? 0)).map(([key]) => key)
}
