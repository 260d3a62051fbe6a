import type { TextLine } from '#server/features/newsroom/pages/text-lines.ts'

/** Less prose is none. */
const MIN_PROSE = 40
/** Shorter lines around an article are dates, names, and what else a page says of it. */
const MIN_ENDS = 60
const MIN_LEAD = 50
/** A lead may have no full stop. */
const LEAD_WITHOUT_POINT = 90

/** A link on a line of its own is a heading or an item if it is as short as this and not among the last lines, and else leads to other pages. */
const MAX_LINK = 55
const LINKS_UNTIL = 0.8
/** Who made a picture, in what a page says under it. */
const CREDIT =
  /©|\b(?:getty|istock|shutterstock|picture.alliance|imago|reuters|ap photo|unsplash|pixabay|flickr|alamy|afp|dpa)\b/i
const MAX_CAPTION = 250

interface FoundArticle {
  title: string
  /** Its text, as the page was searched for it. */
  found: readonly TextLine[]
  /** All that the page shows. */
  visible: readonly TextLine[]
}

/**
 * The lines of an article, without its title: what was found, with the lead that a page shows between the title and it, and without
 * captions, links to other pages, and short lines around it. None when that is no prose.
 */
export function articleLines({ title, found, visible }: FoundArticle): string[] {
  const lead = leadOf({ title, found, visible })
  const shown = found.filter((line) => !isCaption(line))
  const lines = shown.filter(
    (line, index) => !isLink(line) || (line.text.length < MAX_LINK && index < LINKS_UNTIL * shown.length),
  )
  if (proseLength([...lead, ...lines]) < MIN_PROSE) return []
  const isText = (line: TextLine) =>
    line.text !== title && (line.part === 'pre' || isProse(line) || line.text.length >= MIN_ENDS)
  const isEnd = (line: TextLine) => isText(line) || (isItem(line) && line.linked < 0.3 * line.text.length)
  const [from, to] = [lines.findIndex(isText), lines.findLastIndex(isEnd) + 1]
  return [...lead, ...lines.slice(Math.max(0, from), to)].map(({ text }) => text)
}

function leadOf({ title, found, visible }: FoundArticle): TextLine[] {
  const texts = new Set(found.map(({ text }) => text))
  const above = visible.slice(
    0,
    Math.max(
      0,
      visible.findIndex(({ text }) => texts.has(text)),
    ),
  )
  const heading = above.findLastIndex(({ text, part }) => part === 'h1' || text === title)
  if (heading === -1) return []
  return above
    .slice(heading + 1)
    .filter(
      (line) =>
        !isCaption(line) &&
        line.text.length >= (/:$/.test(line.text) || isProse(line) ? MIN_LEAD : LEAD_WITHOUT_POINT) &&
        line.linked < 0.3 * line.text.length,
    )
}

/** How many characters stand in lines that end as sentences do and are no links. */
const proseLength = (lines: readonly TextLine[]): number =>
  lines.filter(isProse).reduce((length, { text }) => length + text.length, 0)

const isProse = ({ text, linked }: TextLine): boolean =>
  /[.!?…。！？؟۔।॥][^\p{L}\p{N}]{0,4}$/u.test(text) && linked < text.length / 2

const isLink = ({ text, linked }: TextLine): boolean => linked >= 0.8 * text.length

/** Also one whose mark is typed. */
const isItem = ({ text, part }: TextLine): boolean => /^(?:li|dd|tr)$/.test(part) || /^[*•·–-] /.test(text)

const isCaption = ({ text, part }: TextLine): boolean =>
  part === 'figcaption' || (text.length < MAX_CAPTION && CREDIT.test(text) && part !== 'pre')
