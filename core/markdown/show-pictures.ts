import type { MarkdownIt, Token } from 'markdown-it'
import { heroImageSources, type ImageDetails } from '#core/domain/hero-image.ts'
import { readImageTitle } from '#core/markdown/image-title.ts'

/** The width of pictures in a text (prose.css). */
const SIZES = '(min-width: 45rem) 41rem, 92vw'

/** An address that is written once can be used by a hundred thousand images, and each would have kilobytes around it. */
const MAX_SHOWN = 500

/** The library's words about a picture, in the language of the text. */
export interface PictureWords {
  /** The description, if the text itself has none. */
  alt: string
  /** The credit and the licence, as HTML; empty when no credit is needed. */
  credit: string
  /** The licence alone, as HTML. */
  licence: string
}

/** A picture of this site in a text. */
export interface Picture
  extends PictureWords,
    Pick<ImageDetails, 'width' | 'height' | 'version' | 'placeholder'> {
  /** The path of the image, with its leading slash. */
  path: string
}

/** The pictures of a text by their addresses as it contains them. */
export type Pictures = ReadonlyMap<string, Picture>

/** The note below an image, and the page's facts about it. */
interface ImageMeta {
  caption?: string
  /** The credit in the text. */
  credit?: string
  /** The form of a credit: HTML in which CREDIT_PLACE is its place. */
  creditWords?: string
  picture?: PictureWords
  variants?: Picture
}

/** The place of the name in `creditWords`. */
export const CREDIT_PLACE = '\uE000'

/** Gives images of ours the library's words, their size, so that they do not move the text when they are loaded, and their variants. */
export function addPictures(tokens: Token[], pictures: Pictures): void {
  for (const [token, picture] of addPictureWords(tokens, pictures)) {
    token.meta = { ...token.meta, variants: picture }
    token.attrSet('src', picture.path)
    token.attrSet('width', picture.width)
    token.attrSet('height', picture.height)
    // Behind other formats the placeholder might stay visible: they can be transparent.
    if (/\.jpe?g$/i.test(picture.path)) {
      token.attrSet('style', `background:url(${picture.placeholder}) 0 0/cover`)
    }
  }
}

/** Gives images of ours the library's words, and returns them. */
export function addPictureWords<Words extends PictureWords>(
  tokens: Token[],
  pictures: ReadonlyMap<string, Words>,
): [Token, Words][] {
  const shown: [Token, Words][] = []
  for (const token of tokens) {
    const picture = token.type === 'image' ? pictures.get(String(token.attrGet('src'))) : undefined
    if (!picture || shown.length === MAX_SHOWN) continue
    token.meta = { ...token.meta, picture }
    shown.push([token, picture])
  }
  return shown
}

/** Writes an image with its credit below, and one of ours in its variants. Used after the rules that write images otherwise. */
export function showPictures({ renderer: { rules }, utils }: MarkdownIt): void {
  const { image } = rules
  const { escapeHtml } = utils
  rules.image = (tokens, index, options, env, renderer) => {
    const html = image?.(tokens, index, options, env, renderer) ?? ''
    const {
      caption,
      credit,
      creditWords = CREDIT_PLACE,
      picture,
      variants,
    }: ImageMeta = tokens[index]?.meta ?? {}
    // A function, because `$'` in a replacement text means the text after the match.
    const said = picture?.alt ? html.replace(' alt=""', () => ` alt="${escapeHtml(picture.alt)}"`) : html
    const shown = variants ? `<picture>${variantsOf(variants)}${said}</picture>` : said
    const own = [credit && escapeHtml(credit), picture?.licence].filter(Boolean).join(' · ')
    const words = credit ? creditWords.replace(CREDIT_PLACE, () => own) : picture?.credit
    const note = words ? `<small>${words}</small>` : ''
    // In a figure the credit belongs to its caption.
    if (caption === undefined) return shown + note
    return `${shown}<figcaption>${escapeHtml(caption)}${note}</figcaption>`
  }

  function variantsOf({ path, version }: Picture): string {
    // Variants are not animated.
    const sources = /\.gif$/i.test(path) ? null : heroImageSources(path, { version })
    const source = (type: string, srcset: string) =>
      `<source type="image/${type}" srcset="${escapeHtml(srcset)}" sizes="${SIZES}">`
    return sources ? source('avif', sources.avif) + source('webp', sources.webp) : ''
  }
}

/** The most pictures with variants. */
const MAX_PICTURES = 100
/** Text that may be the address of an image of ours in Markdown; whether it is one turns out later. */
const ADDRESS =
  /(?:https?:\/\/[^\s/"'<>()]+)?\/(?:demo|storage\/v1\/object\/public\/article-images)\/[^\s"'<>()[\]\\]+/g

/** The addresses in a text that may be images of this site. */
export function findPictures(markdown: string): string[] {
  return [...new Set(markdown.match(ADDRESS))].slice(0, MAX_PICTURES)
}

/**
 * An image that is alone in a paragraph and has a title becomes a figure with that title as its caption and credit, which every reader
 * sees; a title is only shown to people with a mouse. `tokens` are all tokens in order, the content of blocks after its block.
 * `creditWords` is the form of a credit.
 */
export function makeFigures(tokens: Token[], creditWords?: string): void {
  for (const [index, inline] of tokens.entries()) {
    const [image, ...others] = inline.children ?? []
    const [opening, closing] = [tokens[index - 1], tokens[index + 2]]
    if (inline.type !== 'inline' || image?.type !== 'image' || others.length > 0) continue
    // A paragraph in a tight list is hidden: it has no element.
    if (opening?.type !== 'paragraph_open' || opening.hidden || closing?.type !== 'paragraph_close') continue
    const { caption, credit } = readImageTitle(String(image.attrGet('title') ?? ''))
    if (!caption && !credit) continue
    image.attrs = image.attrs?.filter(([name]) => name !== 'title') ?? null
    image.meta = { caption, credit, ...(creditWords && { creditWords }) } satisfies ImageMeta
    opening.tag = closing.tag = 'figure'
  }
}
