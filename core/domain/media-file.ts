import type { Row } from '#core/data/database.types.ts'
import type { Narrowed } from '#core/data/narrowed-types.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The description of a picture in each language that has one. */
export type AltTexts = { [Code in Language]?: string }

/** The metadata of an uploaded picture, as it is stored. */
export type MediaFile = Narrowed<
  Row<'media_files'>,
  {
    alts: AltTexts
    /** The captions, unless a text has another one. */
    captions: AltTexts
  }
>

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
export type MediaUseRow = Row<'media_uses'>
