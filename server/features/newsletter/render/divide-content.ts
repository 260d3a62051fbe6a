import { PART_MARK, SECTION_MARK } from '#core/newsletter/section-marks.ts'

/** A piece of the styled content of an edition. All of them, one after the other, are the content. */
export interface Fragment {
  html: string
  /** For whose readers it is; null: for everybody; none: only for readers of the whole issue. */
  sections: readonly string[] | null
  /** The HTML of which its text is made; null when it has no text of its own. */
  readable: string | null
}

interface Block {
  name: string
  /** The opening tag. */
  tag: string
  html: string
}

const TAG = /<(\/?)([a-z][a-z0-9]*)[^>]*?(\/?)>/g
const SECTION = new RegExp(` ${SECTION_MARK}="([^"]+)"`, 'g')
const ITEM = new RegExp(`<li[^>]* ${PART_MARK}="([^"]*)"[^>]*>`)
const PART = new RegExp(` ${PART_MARK}="([^"]*)"`)

/**
 * Divides a styled content by the sections of its stories. A story begins with the paragraph that names its section, and ends before the
 * next one or the next heading. A heading is for the readers of anything below it; what names no section is for everybody.
 */
export function divideContent(html: string): Fragment[] {
  const fragments: (Fragment & { isHeading: boolean })[] = []
  let story: readonly string[] | null = null
  for (const block of blocksOf(html)) {
    const isHeading = block.name === 'h2'
    const named = [...new Set([...block.html.matchAll(SECTION)].map(([, slug = '']) => slug))]
    const part = block.name === 'p' ? PART.exec(block.tag)?.[1] : undefined
    if (block.name === 'ul' && ITEM.test(block.html)) {
      story = null
      for (const fragment of divideList(block)) fragments.push({ ...fragment, isHeading: false })
      continue
    }
    const last = fragments.at(-1)
    const begins: boolean = isHeading || block.name === 'hr' || named.length > 0 || part !== undefined
    if (!begins && last && !last.isHeading && last.sections === story && last.readable !== null) {
      last.html += block.html
      last.readable = last.html
      continue
    }
    // Of what holds stories, such as a quotation, it is unknown where they end.
    const isStory: boolean = named.length > 0 && block.name === 'p'
    if (begins) story = isStory ? named : null
    const sections = part === undefined ? (named.length > 0 ? named : story) : part === '' ? [] : [part]
    fragments.push({ html: block.html, sections: isStory ? story : sections, readable: block.html, isHeading })
  }
  return fragments.map(({ isHeading, ...fragment }, index) =>
    isHeading ? { ...fragment, sections: sectionsBelow(fragments.slice(index + 1)) } : fragment,
  )
}

function sectionsBelow(following: readonly (Fragment & { isHeading: boolean })[]): readonly string[] | null {
  const end = following.findIndex(({ isHeading }) => isHeading)
  const below = end < 0 ? following : following.slice(0, end)
  const isForEverybody = below.length === 0 || below.some(({ sections }) => sections === null)
  return isForEverybody ? null : [...new Set(below.flatMap(({ sections }) => sections ?? []))]
}

/** A list of which each item has a section: it is there for the readers of any of them. */
function divideList({ html }: Block): Fragment[] {
  const from = html.indexOf('>') + 1
  const until = html.lastIndexOf('</ul>')
  const items = blocksOf(html.slice(from, until)).map(({ tag, html: item }): Fragment => {
    const part = PART.exec(tag)?.[1]
    return {
      html: item,
      sections: part === undefined ? null : part === '' ? [] : [part],
      readable: `<ul>${item}</ul>`,
    }
  })
  const isForEverybody = items.some(({ sections }) => sections === null)
  const sections = isForEverybody ? null : [...new Set(items.flatMap((item) => item.sections ?? []))]
  return [
    { html: html.slice(0, from), sections, readable: null },
    ...items,
    { html: html.slice(until), sections, readable: null },
  ]
}

/** The outermost elements of well-formed HTML, each with what follows it. */
function blocksOf(html: string): Block[] {
  const starts: { at: number; name: string; tag: string }[] = []
  let depth = 0
  for (const { 0: tag, 1: closing, 2: name = '', 3: isEmpty, index } of html.matchAll(TAG)) {
    if (closing) {
      depth--
      continue
    }
    if (depth === 0) starts.push({ at: index, name, tag })
    if (!isEmpty) depth++
  }
  return starts.map(({ at, name, tag }, index) => ({
    name,
    tag,
    html: html.slice(index === 0 ? 0 : at, starts[index + 1]?.at),
  }))
}

/**
 * The text of an edition in the pieces of its content, whose texts are found in it one after the other. Null when they are not, and then
 * the edition cannot be divided.
 * @param contentText what the text says for the whole content
 * @param textOf what it says for each of the fragments
 */
export function divideText(
  text: string,
  contentText: string,
  fragments: readonly Fragment[],
  textOf: readonly string[],
): { text: string; sections: Fragment['sections'] }[] | null {
  const start = text.indexOf(contentText)
  if (start < 0) return null
  const pieces: { text: string; sections: Fragment['sections'] }[] = []
  let at = start
  const take = (end: number, sections: Fragment['sections']) => {
    if (end > at) pieces.push({ text: text.slice(at, end), sections })
    at = end
  }
  for (const [index, { sections }] of fragments.entries()) {
    const said = textOf[index] ?? ''
    if (said === '') continue
    // Each has the empty lines before it.
    let begin = at
    while (text[begin] === '\n') begin++
    if (!text.startsWith(said, begin)) return null
    take(begin + said.length, sections)
  }
  if (text.slice(at, start + contentText.length).trim() !== '') return null
  return [{ text: text.slice(0, start), sections: null }, ...pieces, { text: text.slice(at), sections: null }]
}
