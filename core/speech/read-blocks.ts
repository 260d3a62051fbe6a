import type { Language } from '#core/i18n/languages.ts'
import { sayAddress } from '#core/speech/rules/addresses.ts'
import { sayText } from '#core/speech/say-text.ts'
import type { SpeechWords } from '#core/speech/speech-words.ts'
import { hashOf } from '#core/text-hash.ts'

/** The largest table that people can follow by ear. */
const [MAX_ROWS, MAX_COLUMNS] = [12, 5]

/** A piece of an article that is read aloud in one go: a paragraph, a heading, an item of a list, a table, the description of a picture. */
export interface SpokenBlock {
  /** Made of its text, so that it names the same block as long as that stays the same. */
  id: string
  /** The spoken form: abbreviations, dates, units and signs in words. */
  text: string
  language: Language
}

export interface WrittenBlock extends SpokenBlock {
  /** The form in the article, for people who read along. */
  written: string
}

/** A block with its element on the page. */
export interface BlockOnPage extends WrittenBlock {
  element: Element
}

/** The most blocks that are read, which takes hours. */
const MAX_BLOCKS = 2_000
const MAX_CHARACTERS = 300_000

/**
 * The blocks of an article as its page has them (`renderArticle`), in the spoken form of `words`. Parts of a page around the text, such as
 * notes, the table of contents, footnotes or ways to share, are not read aloud, as a person would not.
 */
export function readBlocks(
  { title, subtitle, text }: { title: Element | null; subtitle: Element | null; text: Element | null },
  language: Language,
  words: Words,
): BlockOnPage[] {
  const blocks: BlockOnPage[] = []
  const counts = new Map<string, number>()
  let left = MAX_CHARACTERS
  for (const { element, number, texts } of found({ title, subtitle, text }, words)) {
    if (left <= 0 || blocks.length === MAX_BLOCKS) break
    const spoken = texts?.said ?? sayText(inlineText(element, words, 'said').slice(0, left), words)
    if (!/[\p{L}\p{N}]/u.test(spoken)) continue
    const block = ((number === undefined ? '' : `${number}: `) + spoken).slice(0, left)
    const plain = texts?.written ?? singleLine(inlineText(element, words, 'written').slice(0, left))
    const written = number === undefined ? plain : `${number}. ${plain}`
    left -= block.length
    const hash = hashOf(block).slice(-7)
    const count = (counts.get(hash) ?? 0) + 1
    counts.set(hash, count)
    blocks.push({ id: count === 1 ? hash : `${hash}-${count}`, text: block, written, language, element })
  }
  return blocks
}

type Words = SpeechWords | undefined

interface Found {
  element: Element
  /** The number of an item of a list. */
  number?: number
  /** Texts in place of the text of the element. */
  texts?: { said: string; written: string }
}

function* found(
  { title, subtitle, text }: { title: Element | null; subtitle: Element | null; text: Element | null },
  words: Words,
): Generator<Found> {
  for (const element of [title, subtitle]) if (element) yield { element }
  for (const child of text?.children ?? []) yield* blocksOf(child, words)
}

function* blocksOf(element: Element, words: Words): Generator<Found> {
  switch (element.localName) {
    case 'p':
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
    case 'figure':
      yield { element }
      break
    case 'blockquote':
      for (const child of element.children) yield* blocksOf(child, words)
      break
    case 'ul':
    case 'ol':
      yield* itemsOf(element, words)
      break
    case 'div':
      yield* framedBlock(element, words)
  }
}

function* itemsOf(list: Element, words: Words): Generator<Found> {
  let number = list.localName === 'ol' ? Number(list.getAttribute('start') ?? 1) : null
  for (const item of list.children) {
    let before = number === null ? {} : { number: number++ }
    // In a loose list the text is in paragraphs of the item.
    if (inlineText(item, words, 'said').trim()) {
      yield { element: item, ...before }
      before = {}
    }
    for (const child of item.children)
      for (const block of blocksOf(child, words)) {
        yield { ...block, ...before }
        before = {}
      }
  }
}

/** A heading with its link, a block of code with its bar, a table that can be scrolled, or a translation beside its original. */
function* framedBlock(frame: Element, words: Words): Generator<Found> {
  if (frame.hasAttribute('data-heading')) {
    for (const child of frame.children) yield* blocksOf(child, words)
  } else if (frame.hasAttribute('data-code')) {
    const lines = frame.querySelector('code')?.textContent?.trimEnd().split('\n').length ?? 0
    const name = frame.querySelector('span:not(code span)')?.textContent ?? ''
    const said = words?.code(name, lines) ?? ''
    yield { element: frame, texts: { said, written: said } }
  } else if (frame.hasAttribute('data-table')) {
    yield {
      element: frame,
      texts: {
        said: tableText(frame, words, (cell) => sayText(inlineText(cell, words, 'said'), words)),
        written: tableText(frame, words, (cell) => singleLine(inlineText(cell, words, 'written'))),
      },
    }
  } else if (frame.classList.contains('beside')) {
    for (const translated of frame.querySelectorAll('.beside-row > div:not([lang])'))
      for (const child of translated.children) yield* blocksOf(child, words)
  }
}

/** A small table row by row, each cell after the heading of its column; of a larger one only its size. */
function tableText(frame: Element, words: Words, textOf: (cell: Element) => string): string {
  const rows = [...frame.querySelectorAll('tr')]
  const columns = rows[0]?.children.length ?? 0
  if (rows.length > MAX_ROWS + 1 || columns > MAX_COLUMNS) return words?.table(rows.length - 1, columns) ?? ''
  const [head = [], ...body] = rows.map((row) => [...row.children].map(textOf))
  return body
    .map((cells) =>
      cells
        .flatMap((cell, column) =>
          cell ? (column > 0 && head[column] ? `${head[column]}: ${cell}` : cell) : [],
        )
        .join('; '),
    )
    .filter(Boolean)
    .map((row) => `${row}.`)
    .join(' ')
}

const singleLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Longer code is not read. */
const MAX_CODE_LENGTH = 60

/** Blocks in an item of a list are read by themselves; the others are not words of the text. */
const LEFT_OUT = new Set(
  'p ul ol blockquote div section table pre figure hr button sup small svg style script input'.split(' '),
)

/**
 * The words of a block without the parts that are not read aloud: references to footnotes and sources, credits, notes for screen readers.
 * Addresses and code are in spoken form, or, for people who read along, as they are written.
 */
function inlineText(block: Element, words: SpeechWords | undefined, as: 'said' | 'written'): string {
  let text = ''
  for (const node of block.childNodes) {
    if (node.nodeType === 3) text += node.textContent
    else if (node.nodeType === 1) text += textOf(node as Element, words, as)
  }
  return text
}

function textOf(element: Element, words: SpeechWords | undefined, as: 'said' | 'written'): string {
  const name = element.localName
  if (LEFT_OUT.has(name) || element.classList.contains('sr-only')) return ''
  switch (name) {
    case 'br':
      return ' '
    case 'img':
      return pictureText(element, words)
    case 'code':
      return words && as === 'said' ? sayCode(element.textContent ?? '', words) : (element.textContent ?? '')
    case 'figcaption':
      return ` ${inlineText(element, words, as)}`
  }
  const text = inlineText(element, words, as)
  return words && as === 'said' && element.hasAttribute('data-address') ? sayAddress(text, words) : text
}

function pictureText(image: Element, words: SpeechWords | undefined): string {
  const alt = image.getAttribute('alt')?.trim()
  const said = words && alt ? `${words.picture}: ${alt}` : alt
  return said ? ` ${/[.!?…]$/.test(said) ? said : `${said}.`} ` : ''
}

/** A name, a command or another short piece of code in a sentence: its words, and those of its signs that people pronounce. */
function sayCode(code: string, { dot, slash, dash, equals, at, shortCode }: SpeechWords): string {
  if (code.length > MAX_CODE_LENGTH) return shortCode
  const said = code
    .replace(/\(.{0,60}?\)/g, ' ')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .replace(/(?<=^|\s)--?(?=\p{L})/gu, ` ${dash} `)
    .replace(/\.(?=[\p{L}\d])/gu, ` ${dot} `)
    .replace(/\//g, ` ${slash} `)
    .replace(/=+/g, ` ${equals} `)
    .replace(/@/g, ` ${at} `)
    .replace(/[^\p{L}\p{N}\s.+#^]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return said || shortCode
}
