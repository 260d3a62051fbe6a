import type { ProblemCode } from '#core/translation/problem.ts'
import { findOpaqueText, type OpaqueText, type Tag, type TextTag } from '#core/translation/text-tag.ts'

/** A translated text as a tree. */
export type AnswerNode<T extends TextTag = Tag> = string | { tag: T; children: AnswerNode<T>[] }

export interface AnswerFault {
  code: ProblemCode
  what: string
}

const TAG = /<(\/?)([a-z]\d{1,6})\s?(\/?)>/g

/** Reads a translated text, in which every tag of the source has to be once, in the same tag as there. */
export function readAnswer<T extends TextTag>(text: string, tags: T[]): AnswerNode<T>[] | AnswerFault {
  const known = new Map(tags.map((tag) => [tag.id, tag]))
  const seen = new Set<string>()
  const root: AnswerNode<T>[] = []
  const open: { tag: T; children: AnswerNode<T>[] }[] = []
  let end = 0

  const add = (node: AnswerNode<T>) => {
    if (node !== '') (open.at(-1)?.children ?? root).push(node)
  }
  for (const { 0: written, 1: slash, 2: id = '', 3: selfClosing, index } of text.matchAll(TAG)) {
    const before = text.slice(end, index)
    const fault = faultOfText(before)
    if (fault) return fault
    add(before)
    end = index + written.length
    const tag = known.get(id)
    if (!tag || (slash && selfClosing)) return { code: 'tag_unknown', what: written }
    if (slash) {
      if (open.at(-1)?.tag !== tag)
        return { code: seen.has(id) && tag.closing ? 'tag_crossed' : 'tag_unknown', what: written }
      open.pop()
      continue
    }
    if (seen.has(id)) return { code: 'tag_twice', what: written }
    if ((tag.closing === null) !== (selfClosing !== '')) return { code: 'tag_unknown', what: written }
    const parent = open.at(-1)?.tag.id ?? null
    if (parent !== tag.parent) return { code: 'tag_moved', what: written }
    seen.add(id)
    const node: { tag: T; children: AnswerNode<T>[] } = { tag, children: [] }
    add(node)
    if (tag.closing) open.push(node)
  }
  const rest = text.slice(end)
  const fault = faultOfText(rest)
  if (fault) return fault
  add(rest)
  const [unclosed] = open
  if (unclosed) return { code: 'tag_unclosed', what: `<${unclosed.tag.id}>` }
  const missing = tags.find(({ id }) => !seen.has(id))
  if (missing) {
    const what = `<${missing.id}${missing.closing ? '' : '/'}>`
    return {
      code: 'tag_missing',
      what: missing.kind === 'f' ? `${what} (${missing.value})` : what,
    }
  }
  return root
}

/** Text that must not be in a translation: in the source it is a tag. */
function faultOfText(text: string): AnswerFault | null {
  const [found] = findOpaqueText(text)
  return found ? { code: ADDED[found.kind], what: text.slice(found.from, found.to) } : null
}

const ADDED: Record<OpaqueText['kind'], ProblemCode> = {
  v: 'placeholder_added',
  f: 'placeholder_added',
  u: 'address_added',
  h: 'html_added',
}
