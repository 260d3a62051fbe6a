import type { AltTexts, MediaFile } from '#core/domain/media-file.ts'
import { z } from '#core/domain/schema.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

export const MAX_ALT_LENGTH = 500
export const MAX_CREDIT_LENGTH = 200
export const MAX_LICENCE_LENGTH = 100
export const MAX_LICENCE_URL_LENGTH = 1000

export type MediaDetails = Pick<
  MediaFile,
  'alts' | 'captions' | 'decorative' | 'credit' | 'licence' | 'licence_url'
>
export type FocusPoint = Pick<MediaFile, 'focus_x' | 'focus_y'>

/** Control characters, line breaks, and characters that change the direction of the text after them. */
const NEVER_IN_A_LINE = /[\p{Cc}\u2028-\u202E\u2066-\u2069]/u
const NO_PART_OF_A_NAME = /[\p{Cc}\u2028-\u202E\u2066-\u2069\uFDD0-\uFDEF\uFFFE\uFFFF]/gu
const MAX_FILE_NAME_LENGTH = 255
/** An address without a user name, and without anything that could end an attribute. */
const WEB_ADDRESS = /^https?:\/\/[^\s/?#@"<>\\]+([/?#][^\s"<>\\]*)?$/

/** The name of a file, as one line that can be stored; empty when nothing of it can. */
export function plainFileName(name: string): string {
  return plainLine(name, MAX_FILE_NAME_LENGTH)
}

/** A text as one line that can be stored; empty when nothing of it can. */
export function plainLine(text: string, maxLength: number): string {
  const plain = text.toWellFormed().replace(NO_PART_OF_A_NAME, '')
  return Array.from(plain).slice(0, maxLength).join('').trim()
}

/** One line, which may be empty. Its length is counted in code points, as in the database. */
const line = (longest: number) =>
  z
    .string()
    .trim()
    .refine((text) => [...text].length <= longest, `Must have at most ${longest} characters`)
    .refine((text) => !NEVER_IN_A_LINE.test(text) && text.isWellFormed(), 'Must be one line of plain text')

const alt = line(MAX_ALT_LENGTH)

type TextFields<Value> = Record<Language | `caption_${Language}`, Value>

/** A field for the alt text in each language, and one for the caption. */
const textFields = <Value>(value: (of: 'alts' | 'captions', code: Language) => Value) =>
  Object.fromEntries(
    LANGUAGE_CODES.flatMap((code) => [
      [code, value('alts', code)],
      [`caption_${code}`, value('captions', code)],
    ]),
  ) as TextFields<Value>

/** The form about a picture. The database has the same rules (`media_files`). */
export const mediaDetailsInput = z
  .object({
    ...textFields(() => alt),
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
    const captions: AltTexts = {}
    for (const code of LANGUAGE_CODES) {
      if (!decorative && form[code]) alts[code] = form[code]
      if (form[`caption_${code}`]) captions[code] = form[`caption_${code}`]
    }
    return {
      alts,
      captions,
      decorative,
      credit: credit || null,
      licence: licence || null,
      licence_url: licence_url || licenceAddress(licence),
    }
  })

export type MediaDetailsForm = z.input<typeof mediaDetailsInput>

export function mediaDetailsForm(file: MediaDetails): MediaDetailsForm {
  return {
    ...textFields((of, code) => file[of][code] ?? ''),
    decorative: file.decorative,
    credit: file.credit ?? '',
    licence: file.licence ?? '',
    licence_url: file.licence_url ?? '',
  }
}

/** The words about a picture at one place of a text, in the language of that text. */
export interface PictureWords {
  alt: string
  caption: string
  credit: string
}

/**
 * Divides a form about both into what the library stores and what is written at the place. New details are stored in the library; its other
 * details stay, unless `replaces`. A credit that equals the library's need not be repeated at the place.
 */
export function divideDetails(
  known: MediaDetails,
  typed: MediaDetails,
  { language, replaces }: { language: Language; replaces: boolean },
): { kept: MediaDetails; place: PictureWords } {
  const differs = differsFrom(known, typed, language)
  const withText = (texts: AltTexts, text = '') => ({ ...texts, [language]: text })
  const kept = replaces
    ? typed
    : {
        ...typed,
        alts: differs.alt && !typed.decorative ? withText(typed.alts, known.alts[language]) : typed.alts,
        captions: differs.caption ? withText(typed.captions, known.captions[language]) : typed.captions,
        credit: differs.credit ? known.credit : typed.credit,
      }
  return {
    kept,
    place: {
      alt: typed.alts[language] ?? '',
      caption: typed.captions[language] ?? '',
      credit: typed.credit === kept.credit ? '' : (typed.credit ?? ''),
    },
  }
}

/** The typed words for one language that differ from the library's. */
export function differsFrom(known: MediaDetails, typed: MediaDetails, language: Language) {
  const isOther = (one: string | null | undefined, other: string | null | undefined) =>
    Boolean(one) && one !== (other ?? null)
  return {
    alt: isOther(known.alts[language], typed.alts[language]),
    caption: isOther(known.captions[language], typed.captions[language]),
    credit: isOther(known.credit, typed.credit),
  }
}

/** Licences under which many pictures may be used, with the addresses of their texts. An editor may name any other. */
export const LICENCES: readonly { name: string; url: string }[] = [
  { name: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' },
  { name: 'CC BY-ND 4.0', url: 'https://creativecommons.org/licenses/by-nd/4.0/' },
  { name: 'CC BY-NC 4.0', url: 'https://creativecommons.org/licenses/by-nc/4.0/' },
  { name: 'CC BY-NC-SA 4.0', url: 'https://creativecommons.org/licenses/by-nc-sa/4.0/' },
  { name: 'CC BY-NC-ND 4.0', url: 'https://creativecommons.org/licenses/by-nc-nd/4.0/' },
  { name: 'CC BY-SA 3.0', url: 'https://creativecommons.org/licenses/by-sa/3.0/' },
  { name: 'CC BY 3.0', url: 'https://creativecommons.org/licenses/by/3.0/' },
  { name: 'CC BY 2.0', url: 'https://creativecommons.org/licenses/by/2.0/' },
  { name: 'Public Domain Mark 1.0', url: 'https://creativecommons.org/publicdomain/mark/1.0/' },
]

/** The address of a licence that many pictures have, however its name is written; null for any other. */
export function licenceAddress(name: string): string | null {
  const plain = (text: string) => text.toLowerCase().replace(/[\s-]+/g, '')
  return LICENCES.find((licence) => plain(licence.name) === plain(name))?.url ?? null
}
