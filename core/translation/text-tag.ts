import type { Token } from 'markdown-it'
import type { Range } from '#core/markdown/source/link-target.ts'
import type { AnswerNode } from '#core/translation/answer-nodes.ts'

/**
 * b strong, i emphasised, s deleted, a link; these enclose text. c code, u address, m image, h HTML, f reference to a footnote, v
 * placeholder, n line break; these have no text.
 */
export type TagKind = 'b' | 'i' | 's' | 'a' | 'c' | 'u' | 'm' | 'h' | 'f' | 'v' | 'n'

/** The readers' name for the meaning of a tag. */
export const PART_NAMES = new Map<TagKind, string>([
  ['b', 'bold text'],
  ['i', 'emphasis'],
  ['s', 'deleted text'],
  ['a', 'link'],
  ['c', 'code'],
  ['u', 'address'],
  ['m', 'image'],
  ['h', 'HTML'],
  ['f', 'footnote'],
  ['v', 'placeholder'],
  ['n', 'line break'],
])

/** A part of a text that is not text. */
export interface TextTag {
  /** The id in the text: the kind and a number. */
  id: string
  kind: TagKind
  /** The id of the tag in which it is. */
  parent: string | null
  /** Its end in the block's content; null for a tag without text. */
  closing: Range | null
  /** The part that has to be the same in a translation: the address, the code, the text. */
  value: string
}

/** A tag of Markdown. */
export interface Tag extends TextTag {
  /** Its place in the block's content: all of it, or its beginning. */
  opening: Range
  token: Token
}

/** The text of a block as readers read it, with tags for everything else. */
export interface TaggedText {
  text: string
  tags: Tag[]
  /** The offset of its beginning in the content: after the box of a task. */
  start: number
}

/** The alternative text of an image, without its markup. */
export function altText(image: Token): string {
  return (image.children ?? [])
    .map((token) => {
      if (token.type === 'image') return altText(token)
      if (token.type === 'softbreak' || token.type === 'hardbreak') return ' '
      return token.type === 'html_inline' ? '' : token.content
    })
    .join('')
}

/** A text without markup, with tags for the parts that are not to be translated. */
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

/** The text of a translation, with the values of its tags. */
export function untagPlainText(nodes: AnswerNode<TextTag>[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : node.tag.value)).join('')
}

/** Text that a translation may neither change nor add, with the kind of its tag. */
export interface OpaqueText {
  kind: 'v' | 'f' | 'u' | 'h'
  from: number
  to: number
}

const PATTERN = new RegExp(
  [
    String.raw`(?<placeholder>\{\{[^{}\n]*\}\})`,
    String.raw`(?<footnote>\[\^[^\s[\]]+\])`,
    String.raw`(?<web>(?<![a-z\d])(?:www\.|https?:\/\/)(?=[\p{L}\p{N}])[^\s<>]*[\p{L}\p{N}/])`,
    String.raw`(?<mail>(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+)`,
    String.raw`(?<html><(?:\/?[a-z][^<>]*|[!?][^<>]*)>)`,
  ].join('|'),
  'giu',
)

/** Finds placeholders, labels of footnotes that the text does not define, addresses, and text that looks like a tag. */
export function findOpaqueText(text: string): OpaqueText[] {
  return [...text.matchAll(PATTERN)].map(({ 0: match, index, groups }) => {
    const kind =
      groups?.placeholder !== undefined
        ? 'v'
        : groups?.footnote !== undefined
          ? 'f'
          : groups?.html !== undefined
            ? 'h'
            : 'u'
    return { kind, from: index, to: index + match.length }
  })
}
