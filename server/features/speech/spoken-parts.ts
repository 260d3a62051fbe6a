import { createHash } from 'node:crypto'
import { parseHTML } from 'linkedom'
import type { Article } from '#core/domain/article.ts'
import type { NewsletterMessage } from '#core/domain/newsletter-issue.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'
import { renderArticle } from '#core/markdown/render-markdown.ts'
import { readBlocks, type WrittenBlock } from '#core/speech/read-blocks.ts'
import { speechWordsOf, spokenBlocks, spokenText } from '#core/speech/spoken-blocks.ts'
import { MAX_SPOKEN_CHARACTERS, type SpokenBy } from '#server/platform/ai/speech-model.ts'

/** About an hour, which is more than anybody listens to, and less than a process can hold in memory with ease. */
const MAX_CHARACTERS = 50_000

/** A part that is asked of a speech model at once. */
export interface SpokenPart {
  /** The block of the page that begins here; null for the rest of a long one. */
  block: string | null
  /** The title of the chapter that begins here. */
  heading: string | null
  text: string
  /** The same as the article has it. */
  written: string
  /** The same for the same text in the same voice. */
  hash: string
}

/** Lists what is read aloud of an article, in order: its blocks, the longest of them in several parts. */
export function spokenParts(
  article: Pick<Article, 'title' | 'subtitle' | 'content' | 'language'>,
  voice: SpokenBy,
): SpokenPart[] {
  // A heading is only listed where it can be linked to.
  const headings = renderArticle(article.content, { sectionLink: '#' }).headings.map(({ text }) => text)
  return partsOfBlocks(spokenBlocks(article), { title: article.title, headings, voice })
}

/** The parts of blocks of which the first is the title; the headings begin chapters. */
function partsOfBlocks(
  blocks: readonly WrittenBlock[],
  {
    title,
    headings,
    voice: { model, voice },
  }: { title: string; headings: readonly string[]; voice: SpokenBy },
): SpokenPart[] {
  // The headings as they are said, each once: a text may have thousands. More of them than blocks cannot begin one.
  const said = headings
    .slice(0, blocks.length)
    .map((heading) => spokenText(heading, blocks[0]?.language ?? DEFAULT_LANGUAGE))
  // A text that is too long is refused as a whole.
  const isCut = lengthOf(blocks) <= MAX_CHARACTERS
  let next = 0
  return blocks.flatMap((block, index) => {
    const found = index === 0 ? -1 : said.indexOf(block.text, next)
    if (found >= 0) next = found + 1
    const heading = index === 0 ? title : (headings[found] ?? null)
    const texts = isCut ? cutText(block.text) : [block.text]
    const written = cutWritten(block, texts)
    return texts.map((text, part) => ({
      block: part === 0 ? block.id : null,
      heading: part === 0 ? heading : null,
      text,
      written: written[part] ?? '',
      hash: createHash('sha256')
        .update(JSON.stringify([model, voice, text]))
        .digest('hex'),
    }))
  })
}

/** Tells why a text is not read aloud, as a sentence; null when it is. */
export function problemOfParts(parts: readonly SpokenPart[], what: 'article' | 'issue'): string | null {
  const characters = lengthOf(parts)
  if (characters === 0) return `There is nothing in this ${what} to read aloud.`
  return characters > MAX_CHARACTERS
    ? `This ${what} is too long to be read aloud: it has ${characters.toLocaleString('en')} characters, and may have ${MAX_CHARACTERS.toLocaleString('en')}.`
    : null
}

const lengthOf = (texts: readonly { text: string }[]) => texts.reduce((sum, { text }) => sum + text.length, 0)

/** Cuts a long text at the end of a sentence, else between words, else anywhere. */
function cutText(text: string): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > MAX_SPOKEN_CHARACTERS) {
    // The cut is not in the middle of a character that has two code units.
    const longest = rest.slice(0, MAX_SPOKEN_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')
    const ends = ['. ', '! ', '? ', '… '].map((mark) => longest.lastIndexOf(mark) + 1)
    const cut = Math.max(...ends) || Math.max(longest.lastIndexOf(' '), 0) || longest.length
    parts.push(rest.slice(0, cut).trim())
    rest = rest.slice(cut).trim()
  }
  return [...parts, rest].filter(Boolean)
}

/** The number of places near the likely one that are tried. */
const TRIED = 8

/** Cuts what is written where what is said was cut: where a sentence ends, or else a word, up to which about as much is said. */
function cutWritten({ text, written, language }: WrittenBlock, texts: readonly string[]): string[] {
  const parts: string[] = []
  let [rest, left] = [written, text.length]
  for (const { length } of texts.slice(0, -1)) {
    const likely = (rest.length * length) / left
    const places = [/[.!?…]["'»”’)]*\s/g, /\s/g, /(?![\uDC00-\uDFFF])/g]
      .map((end) => [...rest.matchAll(end)].map(({ index, 0: found }) => index + found.length))
      .find((ends) => ends.length >= texts.length - 1)
    const difference = (place: number) => Math.abs(spokenText(rest.slice(0, place), language).length - length)
    const [cut = rest.length] = (places ?? [])
      .toSorted((a, b) => Math.abs(a - likely) - Math.abs(b - likely))
      .slice(0, TRIED)
      .map((place) => [place, difference(place)] as const)
      .toSorted((a, b) => a[1] - b[1])
      .map(([place]) => place)
    parts.push(rest.slice(0, cut).trim())
    rest = rest.slice(cut)
    left -= length
  }
  return [...parts, rest.trim()]
}

const BLOCKS = new Set('p div h2 h3 h4 ul ol blockquote pre hr'.split(' '))

/**
 * Lists what is read aloud of an issue as it was sealed, in order: its subject, its preheader, and each block of its content, with a
 * chapter for each heading. Blocks in another language are left out, because the voice would read them by its own rules.
 */
export function spokenIssueParts(
  message: Pick<NewsletterMessage, 'subject' | 'preheader' | 'content' | 'language'>,
  voice: SpokenBy,
): SpokenPart[] {
  const { language } = message
  const { document } = parseHTML('<!doctype html><h1></h1><p></p><div></div>')
  const [title, subtitle, text] = ['h1', 'p', 'div'].map((name) => document.querySelector(name)) as [
    Element,
    Element,
    Element,
  ]
  title.textContent = message.subject
  subtitle.textContent = message.preheader
  text.innerHTML = message.content
  for (const foreign of text.querySelectorAll(`[lang]:not([lang="${language}"])`)) foreign.remove()
  // The name of a section above a story of which nothing is left.
  for (const mark of text.querySelectorAll('[data-section]'))
    if (!mark.nextElementSibling?.textContent?.trim()) mark.remove()
  for (const frame of [text, ...text.querySelectorAll('div')]) makeParagraphs(frame)
  for (const frame of [...text.querySelectorAll('div')].reverse()) frame.replaceWith(...frame.childNodes)
  const headings = [...text.querySelectorAll('h2, h3')].map((heading) => heading.textContent ?? '')
  const blocks = readBlocks({ title, subtitle, text }, language, speechWordsOf(language))
  return partsOfBlocks(blocks, { title: message.subject, headings, voice })
}

/** Puts what stands between the blocks of an element into paragraphs, as a browser shows it. */
function makeParagraphs(frame: Element): void {
  let paragraph: Element | null = null
  for (const node of [...frame.childNodes]) {
    if (BLOCKS.has((node as Element).localName)) paragraph = null
    else {
      if (!paragraph) {
        paragraph = frame.ownerDocument.createElement('p')
        frame.insertBefore(paragraph, node)
      }
      paragraph.append(node)
    }
  }
}
