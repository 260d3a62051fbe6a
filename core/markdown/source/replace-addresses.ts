import { type ContentMap, toSource } from '#core/markdown/source/content-map.ts'
import type { InlinePart } from '#core/markdown/source/inline-parts.ts'
import { readAddress, readTarget } from '#core/markdown/source/link-target.ts'
import { type MarkdownSource, readSource } from '#core/markdown/source/read-source.ts'

/** The new address of one that a page has; null keeps it. */
type MapAddress = (address: string) => string | null

/** Marks of Markdown that would change the meaning of a bracket after or before them, or get another meaning. */
const MARK_BEFORE = /[*_~!\\\]]/
const MARK_AFTER = /[*_~]/

interface Place {
  from: number
  to: number
  after: string
}

/** A Markdown text in which the images of one address have another one, and links keep it. Both are as pages have them. */
export function replaceImage(markdown: string, before: string, after: string): string {
  return replaceImages(markdown, (address) => (address === before ? after : null))
}

/** A Markdown text in which images have the addresses that `map` gives them; images for which it is empty are left out. */
export function replaceImages(markdown: string, map: MapAddress): string {
  return replaceAddresses(markdown, { ofImage: map, ofLink: () => null })
}

/**
 * A Markdown text in which links have the addresses that `find` gives them, and everything else is as it was written. A bare address
 * becomes the words of a link, unless a mark of Markdown is beside it.
 */
export function rewriteLinks(markdown: string, find: MapAddress): string {
  const ofLink: MapAddress = (address) => {
    const after = find(address)
    return after === null ? null : withoutEnd(after)
  }
  return replaceAddresses(markdown, { ofImage: () => null, ofLink })
}

interface Maps {
  ofImage: MapAddress
  ofLink: MapAddress
}

function replaceAddresses(markdown: string, maps: Maps): string {
  const source = readSource(markdown)
  const places: Place[] = []
  for (const token of source.tokens) {
    if (!token.children?.some(({ type }) => type === 'image' || type === 'link_open')) continue
    const { content, parts, map } = source.inlineOf(token)
    for (const { from, to, after } of placesOf(content, parts, maps))
      places.push({ from: toSource(map, from), to: toSource(map, to), after })
  }
  places.push(...placesOfDefinitions(source, maps))
  const pieces: string[] = []
  let end = 0
  for (const { from, to, after } of places.toSorted((a, b) => a.from - b.from)) {
    pieces.push(markdown.slice(end, from), after)
    end = to
  }
  return pieces.join('') + markdown.slice(end)
}

function* placesOf(content: string, parts: InlinePart[], { ofImage, ofLink }: Maps): Iterable<Place> {
  let link: { part: InlinePart; after: string; words: string[] } | null = null
  let depth = 0
  for (const part of parts) {
    const { token, text, from, to } = part
    if (token.type === 'image') {
      const after = ofImage(String(token.attrGet('src') ?? ''))
      if (after === '') yield { from, to, after }
      else if (after !== null)
        yield* targetAt(content, { from: from + '!['.length + token.content.length, to }, after)
    } else if (token.type === 'link_open') {
      depth += 1
      // An address among the words of a link stays one of them.
      if (depth > 1) continue
      const after = ofLink(String(token.attrGet('href') ?? ''))
      link = after === null ? null : { part, after, words: [] }
    } else if (token.type === 'link_close') {
      depth -= 1
      if (depth > 0 || !link) continue
      const { part: opening, after, words } = link
      link = null
      if (content.charAt(opening.from) === '[') yield* targetAt(content, { from, to }, after)
      else if (!MARK_BEFORE.test(content.charAt(opening.from - 1)) && !MARK_AFTER.test(content.charAt(to)))
        yield { from: opening.from, to, after: `[${escaped(words.join(''))}](${after})` }
    } else link?.words.push(text)
  }
}

function* targetAt(content: string, range: { from: number; to: number }, after: string): Iterable<Place> {
  const target = readTarget(content, range)
  if (target.kind === 'inline') yield { from: target.address.from, to: target.address.to, after }
}

/** A definition that images use is one of an image. */
function* placesOfDefinitions(source: MarkdownSource, { ofImage, ofLink }: Maps): Iterable<Place> {
  const labels = source.imageLabels()
  const defined = new Set<string>()
  for (const { label, content, map } of source.definitions) {
    // Only the first one counts.
    if (defined.has(label)) continue
    defined.add(label)
    const address = source.references[label]?.href ?? ''
    const after = labels.has(label) ? ofImage(address) : ofLink(address)
    if (after) yield placeOfDefinition(content, map, after)
  }
}

function placeOfDefinition(content: string, map: ContentMap, after: string): Place {
  const { address } = readAddress(content, { from: content.indexOf(']:') + 2, to: content.length })
  return { from: toSource(map, address.from), to: toSource(map, address.to), after }
}

/** An address without characters that would end it in Markdown. */
const withoutEnd = (address: string) =>
  address.replace(
    /[\s()<>\\|]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )

const escaped = (words: string) => words.replace(/[\\`*_[\]<>~&|!]/g, '\\$&')
