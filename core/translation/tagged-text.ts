import type { Token } from 'markdown-it'
import type { InlinePart } from '#core/markdown/source/inline-parts.ts'
import type { Range } from '#core/markdown/source/link-target.ts'
import type { SourceInline } from '#core/markdown/source/read-source.ts'
import { findOpaqueText, type Tag, type TaggedText, type TagKind } from '#core/translation/text-tag.ts'

/** Reads the content of a paragraph, a heading or a cell. */
export function readTagged({ content, parts }: SourceInline): TaggedText {
  const tags: Tag[] = []
  const counts = new Map<TagKind, number>()
  const open: Tag[] = []
  const text: string[] = []
  let start = 0
  let run: InlinePart[] = []

  const addTag = (kind: TagKind, part: { token: Token } & Range, value: string): Tag => {
    const number = (counts.get(kind) ?? 0) + 1
    counts.set(kind, number)
    const opening = { from: part.from, to: part.to }
    const id = `${kind}${number}`
    const tag: Tag = {
      id,
      kind,
      parent: open.at(-1)?.id ?? null,
      opening,
      closing: null,
      value,
      token: part.token,
    }
    tags.push(tag)
    return tag
  }
  const addOpaque = (kind: TagKind, part: { token: Token } & Range, value: string) => {
    endRun()
    text.push(`<${addTag(kind, part, value).id}/>`)
  }
  const endRun = () => {
    const [first] = run
    if (!first) return
    const whole = run.map((part) => part.text).join('')
    const placeOf = placesIn(run)
    run = []
    let end = 0
    for (const found of findOpaqueText(whole)) {
      const value = whole.slice(found.from, found.to)
      const place = { token: first.token, from: placeOf(found.from).from, to: placeOf(found.to - 1).to }
      const tag = addTag(found.kind === 'h' ? 'v' : found.kind, place, value)
      text.push(whole.slice(end, found.from), `<${tag.id}/>`)
      end = found.to
    }
    text.push(whole.slice(end))
  }

  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]
    if (!part) continue
    const { token } = part
    switch (token.type) {
      case 'text':
      case 'text_special':
        // A line break that is written as `&#10;` is not one of the text's lines.
        if (part.to - part.from !== part.text.length && /[\p{Cc} ]/u.test(part.text))
          addOpaque('v', part, part.text)
        else run.push(part)
        break
      case 'softbreak':
        run.push({ ...part, text: '\n' })
        break
      case 'hardbreak':
        addOpaque('n', part, '')
        break
      case 'code_inline':
        addOpaque('c', part, token.content)
        break
      case 'html_inline':
        addOpaque('h', part, content.slice(part.from, part.to))
        break
      case 'footnote_reference':
        addOpaque('f', part, content.slice(part.from, part.to))
        break
      case 'image':
        addOpaque('m', part, String(token.attrGet('src') ?? ''))
        break
      case 'link_open': {
        if (!isBareAddress(part)) {
          endRun()
          const tag = addTag('a', part, String(token.attrGet('href') ?? ''))
          open.push(tag)
          text.push(`<${tag.id}>`)
          break
        }
        const last = endOfLink(parts, index)
        const written = parts.slice(index, last + 1).map((inner) => inner.text || inner.token.content)
        addOpaque('u', { token, from: part.from, to: parts[last]?.to ?? part.to }, written.join(''))
        index = last
        break
      }
      case 'strong_open':
      case 'em_open':
      case 's_open': {
        endRun()
        const tag = addTag(MARKS.get(token.type) ?? 'b', part, '')
        open.push(tag)
        text.push(`<${tag.id}>`)
        break
      }
      case 'link_close':
      case 'strong_close':
      case 'em_close':
      case 's_close': {
        endRun()
        const tag = open.pop()
        if (!tag) break
        tag.closing = { from: part.from, to: part.to }
        text.push(`</${tag.id}>`)
        break
      }
      case 'task_box':
        start = part.to
    }
  }
  endRun()
  return { text: text.join(''), tags, start }
}

const MARKS = new Map<string, TagKind>([
  ['strong_open', 'b'],
  ['em_open', 'i'],
  ['s_open', 's'],
])

/** A bare address, which is its own text. */
const isBareAddress = ({ token, from, to }: InlinePart) => from === to || token.markup === 'autolink'

function endOfLink(parts: InlinePart[], start: number): number {
  let depth = 0
  for (let index = start; index < parts.length; index++) {
    const type = parts[index]?.token.type
    if (type === 'link_open') depth++
    else if (type === 'link_close' && --depth === 0) return index
  }
  return parts.length - 1
}

/** The places of the characters of a run's text in the content. An escape is one place. To be called in ascending order. */
function placesIn(run: InlinePart[]): (offset: number) => Range {
  let index = 0
  let at = 0
  return (offset) => {
    let part = run[index]
    while (part && offset >= at + part.text.length) {
      at += part.text.length
      part = run[++index]
    }
    if (!part) return { from: 0, to: 0 }
    if (part.to - part.from !== part.text.length) return { from: part.from, to: part.to }
    return { from: part.from + offset - at, to: part.from + offset - at + 1 }
  }
}
