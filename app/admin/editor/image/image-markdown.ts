import { escapeBrackets, writeAddress } from '#app/admin/editor/text/link.ts'

export interface ImageText {
  alt: string
  address: string
  caption: string
}

const IMAGE =
  /^!\[(?<alt>(?:[^\\[\]]|\\.)*)\]\((?:<(?<angled>[^<>]*)>|(?<address>[^\s()]*))(?:\s+"(?<caption>(?:[^"\\]|\\.)*)")?\s*\)$/s

/** An image, with the caption that readers see below it. */
export function imageMarkdown({ alt, address, caption }: ImageText): string {
  const title = oneLine(caption).replace(/["\\&]/g, '\\$&')
  return `![${escapeBrackets(oneLine(alt))}](${writeAddress(address)}${title ? ` "${title}"` : ''})`
}

/** Reads an image that has been written like that; null for anything else. */
export function parseImage(markdown: string): ImageText | null {
  const groups = IMAGE.exec(markdown)?.groups
  if (!groups) return null
  const { alt = '', angled, address = '', caption = '' } = groups
  return { alt: withoutEscapes(alt), address: angled ?? address, caption: withoutEscapes(caption) }
}

/** Escapes are for punctuation only, as in CommonMark. */
const withoutEscapes = (text: string) => text.replace(/\\([!-/:-@[-`{-~])/g, '$1')

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
