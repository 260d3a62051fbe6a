import { ONLY_WHOLE, PART_MARK, SECTION_MARK } from '#core/newsletter/kept-html.ts'

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
const ITEM = new RegExp(`<li[^>]* ${PART_MARK}="`)
const PART = new RegExp(` ${PART_MARK}="([^"]+)"`, 'g')

/**
 * Divides a styled content by the sections of its stories. A story begins with the paragraph that names its section, and ends before the
 * next one or the next heading. A heading is for the readers of anything below it; what names none of these sections is for everybody.
 */
export function divideContent(html: string, slugs: ReadonlySet<string>): Fragment[] {
  const fragments: Piece[] = []
  let story: readonly string[] | null = null
  for (const block of blocksOf(html)) {
    const named = namesIn(block, SECTION)
    const [part] = block.name === 'p' ? namesIn({ html: block.tag }, PART) : []
    const last = fragments.at(-1)
    if (block.name === 'ul' && ITEM.test(block.html)) {
      story = null
      fragments.push(...divideList(block, slugs))
    } else if (block.name === 'h2' || block.name === 'hr') {
      story = null
      fragments.push(pieceOf(block, null))
    } else if (part !== undefined) {
      story = null
      fragments.push(pieceOf(block, sectionsOfPart(part, slugs)))
    } else if (named.length > 0) {
      // The end of the last story is unknown in what holds stories, such as a quotation.
      const sections = knownAmong(named, slugs)
      story = block.name === 'p' ? sections : null
      fragments.push(pieceOf(block, sections))
    } else if (last && last.name !== 'h2' && last.sections === story && last.readable !== null) {
      last.html += block.html
      last.readable = last.html
    } else fragments.push(pieceOf(block, story))
  }
  return fragments.map(({ name, ...fragment }, index) =>
    name === 'h2' ? { ...fragment, sections: sectionsBelow(fragments, index) } : fragment,
  )
}

type Piece = Fragment & { name: string }

const pieceOf = ({ name, html }: Block, sections: Fragment['sections']): Piece => ({
  name,
  html,
  sections,
  readable: html,
})

const namesIn = ({ html }: Pick<Block, 'html'>, mark: RegExp): string[] => [
  ...new Set([...html.matchAll(mark)].map(([, name = '']) => name)),
]

const sectionsOfPart = (part: string, slugs: ReadonlySet<string>): Fragment['sections'] =>
  part === ONLY_WHOLE ? [] : knownAmong([part], slugs)

/** An editor may type others, which nobody can choose. */
function knownAmong(names: readonly string[], slugs: ReadonlySet<string>): Fragment['sections'] {
  const known = names.filter((name) => slugs.has(name))
  return known.length > 0 ? known : null
}

/** Finds the sections of what is below a heading, until the next one. */
function sectionsBelow(fragments: readonly Piece[], heading: number): Fragment['sections'] {
  const next = fragments.findIndex(({ name }, index) => index > heading && name === 'h2')
  return unionOf(fragments.slice(heading + 1, next < 0 ? undefined : next))
}

function unionOf(fragments: readonly Fragment[]): Fragment['sections'] {
  const isForEverybody = fragments.length === 0 || fragments.some(({ sections }) => sections === null)
  return isForEverybody ? null : [...new Set(fragments.flatMap(({ sections }) => sections ?? []))]
}

/** A list of which each item has a section: it is there for the readers of any of them. */
function divideList({ name, html }: Block, slugs: ReadonlySet<string>): Piece[] {
  const from = html.indexOf('>') + 1
  const until = html.lastIndexOf('</ul>')
  const items = blocksOf(html.slice(from, until)).map(
    ({ tag, html: item }): Piece => ({
      name: 'li',
      html: item,
      sections: sectionsOfPart(namesIn({ html: tag }, PART)[0] ?? '', slugs),
      readable: `<ul>${item}</ul>`,
    }),
  )
  const border = { name, sections: unionOf(items), readable: null }
  return [{ ...border, html: html.slice(0, from) }, ...items, { ...border, html: html.slice(until) }]
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
