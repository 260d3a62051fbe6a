/** The parts of an image's title: a caption and, after the last vertical bar, the credit of the picture. */
export interface ImageTitle {
  caption: string
  credit: string
}

/** Reads `Caption | Credit`; either may be missing. The last bar counts, where it is a word of its own. */
export function readImageTitle(title: string): ImageTitle {
  const bar = title.lastIndexOf('|')
  const [before, after] = [title.slice(0, bar), title.slice(bar + 1)]
  const isWord = bar !== -1 && /^\s?$/.test(before.slice(-1)) && /^\s?$/.test(after.slice(0, 1))
  return isWord ? { caption: before.trim(), credit: after.trim() } : { caption: title, credit: '' }
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
