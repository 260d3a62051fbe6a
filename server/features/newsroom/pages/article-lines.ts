import type { TextLine } from '#server/features/newsroom/pages/text-lines.ts'

/** Less text is none. */
const MIN_ARTICLE = 40
/** Shorter lines are text where they end as sentences do; others are headings, dates and names. */
const MIN_TEXT = 64
/** Longer links lead to other pages, unless they are headings; shorter ones belong to the text around them. */
const MAX_LINK = 55
/** Who made a picture, in what a page says under it. Longer lines and sentences only tell of an agency. */
const CREDIT =
  /©|\b(?:getty|istock|shutterstock|picture.alliance|imago|reuters|ap photo|unsplash|pixabay|flickr|alamy|afp|dpa)\b/i
const MAX_CAPTION = 150

interface FoundArticle {
  title: string
  /** Its text, as the page was searched for it. */
  found: readonly TextLine[]
  /** All that the page shows. */
  visible: readonly TextLine[]
}

/**
 * The lines of an article, without its title: what was found, with the lead that a page shows between the title and it, and without
 * captions, links to other pages, and short lines around it. None when that is no text.
 */
export function articleLines({ title, found, visible }: FoundArticle): string[] {
  const lead = leadOf({ title, found, visible })
  const lines = found.filter(
    (line) => !isCaption(line) && (!isLink(line) || line.text.length < MAX_LINK || /^h\d$/.test(line.part)),
  )
  const isText = (line: TextLine) =>
    line.text !== title && !isLink(line) && (line.part === 'pre' || isSentence(line) || isLong(line))
  const text = [...lead, ...lines].filter(isText)
  if (text.reduce((length, line) => length + line.text.length, 0) < MIN_ARTICLE) return []
  // No text begins within a sentence.
  const from = lines
    .slice(0, lines.findIndex(isText) + 1)
    .findLastIndex((line) => !/^\p{Ll}/u.test(line.text))
  const to = lines.findLastIndex((line) => isText(line) || (isItem(line) && !isLink(line))) + 1
  return [...lead, ...lines.slice(Math.max(0, from), to)].map((line) => line.text)
}

function leadOf({ title, found, visible }: FoundArticle): TextLine[] {
  const texts = new Set(found.map(({ text }) => text))
  const start = visible.findIndex(({ text }) => texts.has(text))
  const above = visible.slice(0, Math.max(0, start))
  const heading = above.findLastIndex(({ text, part }) => part === 'h1' || text === title)
  if (heading === -1) return []
  return above.slice(heading + 1).filter((line) => !isCaption(line) && !isLink(line) && isLong(line))
}

const isSentence = ({ text }: TextLine): boolean => /[.!?…。！？؟۔।॥][^\p{L}\p{N}]{0,4}$/u.test(text)

/** Whether a line has as many letters as a text; a character of Chinese, Japanese or Korean stands for two. */
const isLong = ({ text }: TextLine): boolean =>
  text.replace(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/gu, '$&$&').length >= MIN_TEXT

/** Whether a line leads elsewhere. An item of a list may be a link with a few words of its own. */
const isLink = (line: TextLine): boolean => line.linked >= (isItem(line) ? 0.95 : 0.66) * line.text.length

/** Also one whose mark is typed. */
const isItem = ({ text, part }: TextLine): boolean => /^(?:li|dd|tr)$/.test(part) || /^[*•·–-] /.test(text)

const isCaption = (line: TextLine): boolean =>
  line.part === 'figcaption' ||
  (line.text.length < MAX_CAPTION && CREDIT.test(line.text) && !isSentence(line) && line.part !== 'pre')
