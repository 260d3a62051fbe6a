import type { AnswerNode } from '#core/translation/answer-nodes.ts'
import { findOpaqueText } from '#core/translation/opaque-text.ts'
import type { TextTag } from '#core/translation/text-tag.ts'

/** A text without markup, with tags for what is not to be translated in it. */
export interface TaggedPlainText {
  text: string
  tags: TextTag[]
}

/** Reads a text that pages show as it is: a title, a caption, an alternative text. */
export function tagPlainText(plain: string): TaggedPlainText {
  const tags: TextTag[] = []
  const text: string[] = []
  let end = 0
  for (const { kind, from, to } of findOpaqueText(plain)) {
    const tagKind = kind === 'u' ? 'u' : 'v'
    const id = `${tagKind}${tags.filter((tag) => tag.kind === tagKind).length + 1}`
    tags.push({ id, kind: tagKind, parent: null, closing: null, value: plain.slice(from, to) })
    text.push(plain.slice(end, from), `<${id}/>`)
    end = to
  }
  text.push(plain.slice(end))
  return { text: text.join(''), tags }
}

/** The text of a translation, with what its tags stand for. */
export function untagPlainText(nodes: AnswerNode<TextTag>[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : node.tag.value)).join('')
}
