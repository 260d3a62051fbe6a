/** What the title of an image says: a caption and, after the last vertical bar, whose the picture is. */
export interface ImageTitle {
  caption: string
  credit: string
}

/** The last bar that is a word of its own. */
const PARTS = /^(?:(?<caption>.*\S)\s+|\s*)\|(?:\s+(?<credit>[^|]*?))?\s*$/s

/** Reads `Caption | Credit`; either may be missing. */
export function readImageTitle(title: string): ImageTitle {
  const groups = PARTS.exec(title)?.groups
  return groups
    ? { caption: groups.caption?.trim() ?? '', credit: groups.credit ?? '' }
    : { caption: title, credit: '' }
}

/** Writes such a title; a caption that has a bar of its own ends with one more. */
export function writeImageTitle({ caption, credit }: ImageTitle): string {
  const own = oneLine(credit).replaceAll('|', '/')
  const title = [oneLine(caption), ...(own ? [`| ${own}`] : [])].filter(Boolean).join(' ')
  return own || readImageTitle(title).caption === title ? title : `${title} |`
}

/** The title with another caption, and the same credit. */
export function withCaption(title: string, caption: string): string {
  return writeImageTitle({ caption, credit: readImageTitle(title).credit })
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
