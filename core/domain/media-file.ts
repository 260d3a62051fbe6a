import type { Language } from '#core/i18n/languages.ts'

/** The description of a picture in each language that has one. */
export type AltTexts = { [Code in Language]?: string }

/** The metadata of an uploaded picture, as it is stored. */
export interface MediaFile {
  /** The id of the object in the storage. */
  id: string
  /** The name of the object in the bucket, for example `articles/1764-a1b2.jpg`. */
  name: string
  type: string | null
  size: number | null
  version: string | null
  uploaded_at: string
  updated_at: string
  alts: AltTexts
  /** True if it shows nothing that a text would have to say; it then has no alt texts. */
  decorative: boolean
  /** The captions, unless a text has another one. */
  captions: AltTexts
  credit: string | null
  licence: string | null
  licence_url: string | null
  /** The point that stays in sight when the picture is cropped, in percent from the left and from the top. */
  focus_x: number
  focus_y: number
  /** The file name in its source. */
  original_name: string | null
  /** The web address from which it was copied. */
  source_url: string | null
  words: string
}

/** The metadata of a picture that pages show. */
export type MediaFacts = Pick<
  MediaFile,
  'alts' | 'decorative' | 'captions' | 'credit' | 'licence' | 'licence_url' | 'focus_x' | 'focus_y'
>

/** A picture in the library, with where it is used. The counts are of articles, each language by itself. */
export interface LibraryFile extends MediaFile {
  /** True if it is decorative or has an alt text in any language. */
  described: boolean
  /** `now`: in an article, a draft or a page. `past`: only in earlier versions, the trash, or a form that is not saved. */
  use: MediaUse
  in_articles: number
  in_drafts: number
  in_trash: number
  in_revisions: number
  in_copies: number
  /** The number of pages about the publication, each language by itself. */
  in_pages: number
  /** True if the signed-in user may replace, describe and remove it. */
  changeable: boolean
}

export type MediaUse = 'now' | 'past' | 'none'

/** One place that shows a picture. */
export interface MediaUseRow {
  name: string
  kind: 'hero' | 'content' | 'revision' | 'trash' | 'copy' | 'page'
  /** The article or the page, or the row of the trash or of the unsaved forms. */
  source_id: string
  article_id: string
}
