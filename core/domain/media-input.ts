import type { AltTexts, MediaFile } from '#core/domain/media-file.ts'
import { z } from '#core/domain/schema.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

export const MAX_ALT_LENGTH = 500
export const MAX_CREDIT_LENGTH = 200
export const MAX_LICENCE_LENGTH = 100
export const MAX_LICENCE_URL_LENGTH = 1000

/** What an editor says about a picture. */
export type MediaDetails = Pick<MediaFile, 'alts' | 'decorative' | 'credit' | 'licence' | 'licence_url'>
export type FocusPoint = Pick<MediaFile, 'focus_x' | 'focus_y'>

/** Control characters, line breaks, and characters that change the direction of the text after them. */
const NEVER_IN_A_LINE = /[\p{Cc}\u2028-\u202E\u2066-\u2069]/u
/** No user name, and nothing that could end an attribute. */
const WEB_ADDRESS = /^https?:\/\/[^\s/?#@"<>\\]+([/?#][^\s"<>\\]*)?$/

/** One line, which may be empty. Its length is counted in code points, as in the database. */
const line = (longest: number) =>
  z
    .string()
    .trim()
    .refine((text) => [...text].length <= longest, `Must have at most ${longest} characters`)
    .refine((text) => !NEVER_IN_A_LINE.test(text) && text.isWellFormed(), 'Must be one line of plain text')

const alt = line(MAX_ALT_LENGTH)

/** The form about a picture. The database has the same rules (`media_files`). */
export const mediaDetailsInput = z
  .object({
    en: alt,
    es: alt,
    fr: alt,
    de: alt,
    it: alt,
    pt: alt,
    decorative: z.boolean(),
    credit: line(MAX_CREDIT_LENGTH),
    licence: line(MAX_LICENCE_LENGTH),
    licence_url: line(MAX_LICENCE_URL_LENGTH).refine(
      (text) => text === '' || (WEB_ADDRESS.test(text) && URL.canParse(text)),
      'Must be an address that begins with https:// or http://',
    ),
  })
  .transform((form): MediaDetails => {
    const { decorative, credit, licence, licence_url } = form
    const alts: AltTexts = {}
    if (!decorative) for (const code of LANGUAGE_CODES) if (form[code]) alts[code] = form[code]
    return {
      alts,
      decorative,
      credit: credit || null,
      licence: licence || null,
      licence_url: licence_url || null,
    }
  })

export type MediaDetailsForm = z.input<typeof mediaDetailsInput>

/** The form for what is stored. */
export function mediaDetailsForm(file: MediaDetails): MediaDetailsForm {
  const altOf = (code: Language) => file.alts[code] ?? ''
  return {
    en: altOf('en'),
    es: altOf('es'),
    fr: altOf('fr'),
    de: altOf('de'),
    it: altOf('it'),
    pt: altOf('pt'),
    decorative: file.decorative,
    credit: file.credit ?? '',
    licence: file.licence ?? '',
    licence_url: file.licence_url ?? '',
  }
}
