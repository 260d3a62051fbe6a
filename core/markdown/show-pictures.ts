import type { MarkdownIt, Token } from 'markdown-it'
import { heroImageSources, type ImageDetails } from '#core/domain/hero-image.ts'

/** How wide a text shows its pictures (prose.css). */
const SIZES = '(min-width: 45rem) 41rem, 92vw'

const CAPTION_END = '</figcaption>'
/** An address that is written once can be used by a hundred thousand images, and each would have kilobytes around it. */
const MAX_SHOWN = 500

/** A picture of this site in a text. */
export interface Picture extends Pick<ImageDetails, 'width' | 'height' | 'version' | 'placeholder'> {
  /** The path of the image, with its leading slash. */
  path: string
  /** What it shows, where the text itself does not say so. */
  alt: string
  /** Whose it is, as HTML; empty when no credit is needed. */
  credit: string
}

/** The pictures of a text by their addresses as they stand in it. */
export type Pictures = ReadonlyMap<string, Picture>

/** Gives images of ours their size, so that they do not move the text when they arrive, and their variants. */
export function addPictures(tokens: Token[], pictures: Pictures): void {
  let shown = 0
  for (const token of tokens) {
    const picture = token.type === 'image' ? pictures.get(String(token.attrGet('src'))) : undefined
    if (picture && ++shown <= MAX_SHOWN) addPicture(token, picture)
  }
}

function addPicture(token: Token, picture: Picture): void {
  token.attrSet('src', picture.path)
  token.attrSet('width', picture.width)
  token.attrSet('height', picture.height)
  // Behind other formats the placeholder might stay visible: they can be transparent.
  if (/\.jpe?g$/i.test(picture.path)) {
    token.attrSet('style', `background:url(${picture.placeholder}) 0 0/cover`)
  }
  token.meta = { ...token.meta, picture }
}

/** Writes an image of ours in its variants, with its credit below. Used after the rules that write images otherwise. */
export function showPictures({ renderer: { rules }, utils }: MarkdownIt): void {
  const { image } = rules
  rules.image = (tokens, index, options, env, renderer) => {
    const html = image?.(tokens, index, options, env, renderer) ?? ''
    const picture = tokens[index]?.meta?.picture as Picture | undefined
    if (!picture) return html
    const { path, version, credit, alt } = picture
    // Variants do not move.
    const sources = /\.gif$/i.test(path) ? null : heroImageSources(path, { version })
    const source = (type: string, srcset: string) =>
      `<source type="image/${type}" srcset="${utils.escapeHtml(srcset)}" sizes="${SIZES}">`
    const variants = sources ? source('avif', sources.avif) + source('webp', sources.webp) : ''
    const shown = html.replace(
      /^<img [^>]*>/,
      // A function, because `$'` in a replacement text stands for the attributes after it.
      (img) =>
        `<picture>${variants}${img.replace(' alt=""', () => ` alt="${utils.escapeHtml(alt)}"`)}</picture>`,
    )
    const note = credit && `<small>${credit}</small>`
    // In a figure the credit belongs to its caption.
    return shown.endsWith(CAPTION_END)
      ? shown.slice(0, -CAPTION_END.length) + note + CAPTION_END
      : shown + note
  }
}

/** More are shown without variants. */
const MAX_PICTURES = 100
/** What may be the address of an image of ours in Markdown; whether it is one turns out later. */
const ADDRESS =
  /(?:https?:\/\/[^\s/"'<>()]+)?\/(?:demo|storage\/v1\/object\/public\/article-images)\/[^\s"'<>()[\]\\]+/g

/** The addresses in a text that may be images of this site. */
export function findPictures(markdown: string): string[] {
  return [...new Set(markdown.match(ADDRESS))].slice(0, MAX_PICTURES)
}

/**
 * An image that is alone in a paragraph and has a title becomes a figure with that title as its caption, which every reader sees; a
 * title is only shown to people with a mouse. `tokens` are all tokens in order, the content of blocks after its block.
 */
export function makeFigures(tokens: Token[]): void {
  for (const [index, inline] of tokens.entries()) {
    const [image, ...others] = inline.children ?? []
    const [opening, closing] = [tokens[index - 1], tokens[index + 2]]
    if (inline.type !== 'inline' || image?.type !== 'image' || others.length > 0) continue
    // A paragraph in a tight list is hidden: it has no element.
    if (opening?.type !== 'paragraph_open' || opening.hidden || closing?.type !== 'paragraph_close') continue
    const caption = image.attrGet('title')
    if (!caption) continue
    image.attrs = image.attrs?.filter(([name]) => name !== 'title') ?? null
    image.meta = { caption }
    opening.tag = closing.tag = 'figure'
  }
}
