import type { Article, ArticleSummary } from '#core/domain/article.ts'
import type { MediaFacts } from '#core/domain/media-file.ts'
import { imageVariantPath } from '#core/paths.ts'

/** The formats of our own images; `imageVariantPath` has the address. */
export const IMAGE_FORMATS = ['avif', 'webp'] as const
export type ImageFormat = (typeof IMAGE_FORMATS)[number]
export const IMAGE_WIDTHS = [400, 800, 1200, 1600] as const
export type ImageWidth = (typeof IMAGE_WIDTHS)[number]

/** The details that the server knows about one of its own images: size, a tiny placeholder picture, and version. */
export interface HeroDetails {
  width: number
  height: number
  /** A data URI of at most 300 bytes. */
  placeholder: string
  version: string
  /** The `object-position` that keeps the focus in sight when the image is cropped; missing for the middle. */
  focus?: string
}

/** The details of an image with the metadata of its editors; null for an image that is not an upload. */
export interface ImageDetails extends HeroDetails {
  facts: MediaFacts | null
}

/** An article with the details of its hero image; null when they are not known. */
export type WithHero<T> = T & { hero: HeroDetails | null }

/** The data of a card, with the details of its picture. */
export type ListedArticle = WithHero<ArticleSummary>

/** Paths in the folders that hold our own images. No part of a path may begin with a dot, so `..` and hidden files are excluded. */
const LOCAL_PATH =
  /^(?:demo|storage\/v1\/object\/public\/article-images)(?:\/\w[\w.-]*)+\.(?:avif|gif|jpe?g|png|webp|AVIF|GIF|JPE?G|PNG|WEBP)$/
const LOCAL_PATH_MAX_LENGTH = 255

/** The `srcset` of two `source` elements, empty when there are no variants, and the `src` of the `img` after them. */
export interface HeroImageSources {
  avif: string
  webp: string
  src: string
}

interface HeroImageOptions {
  /** Our public origin. Addresses of uploads begin with it, and so are recognised as our own images. */
  siteUrl?: string | undefined
  /** The image's version as the server describes it; browsers can then cache variants for good. */
  version?: string | undefined
}

/**
 * The addresses of an article's hero image: in four widths and two formats for one of our own images, unchanged for an
 * image elsewhere on the web. Null when there is no image, or its address is not one that pages may load.
 */
export function heroImageSources(
  heroImage: string | null,
  { siteUrl, version }: HeroImageOptions = {},
): HeroImageSources | null {
  const address = heroImage?.trim()
  if (!address) return null
  const path = localImagePath(address, siteUrl)
  if (path !== null) {
    const variants = (format: ImageFormat) =>
      IMAGE_WIDTHS.map(
        (width) => `${imageVariantPath({ format, width, imagePath: path, version })} ${width}w`,
      ).join(', ')
    return { avif: variants('avif'), webp: variants('webp'), src: `/${path}` }
  }
  const loadable = /^https:\/\/[^/]/i.test(address) || /^\/[^/\\]/.test(address)
  return loadable && URL.canParse(address, 'https://site.invalid')
    ? { avif: '', webp: '', src: address }
    : null
}

/** The absolute address of a hero image, or null if the editor's cannot be loaded by a program. */
export function heroImageUrl({ hero_image }: Pick<Article, 'hero_image'>, siteUrl: string): string | null {
  const url = hero_image ? URL.parse(hero_image, siteUrl) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

/** The path of one of our own images without its leading slash; null for any other address. */
export function localImagePath(heroImage: string, siteUrl?: string): string | null {
  const address = heroImage.trim()
  const path = siteUrl && address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : address
  return path.startsWith('/') && isLocalImagePath(path.slice(1)) ? path.slice(1) : null
}

export function isLocalImagePath(path: string): boolean {
  return path.length <= LOCAL_PATH_MAX_LENGTH && LOCAL_PATH.test(path)
}

/** Every share image has this size, which Open Graph and Twitter cards show whole. */
export const SHARE_IMAGE_WIDTH = 1200
export const SHARE_IMAGE_HEIGHT = 630
