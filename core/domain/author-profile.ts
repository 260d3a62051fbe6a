import { z } from '#core/domain/schema.ts'
import { isPlain } from '#core/domain/setting-texts.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

/** The profile of an author that readers see beside the name. */
export interface AuthorProfile {
  /** The address of a picture of the library. */
  picture: string | null
  /** A line about the author by language. */
  descriptions: Partial<Record<Language, string>>
  /** The languages that the author speaks, as codes of BCP 47. */
  languages: string[]
  /** Pages of the author elsewhere, for `sameAs`. */
  links: string[]
}

/** A row of `authors`. */
export interface AuthorRow extends AuthorProfile {
  /** The address of the author's page. */
  slug: string
  /** Addresses of the page under earlier names of the author. */
  former_slugs: string[]
  updated_at: string
}

export const DESCRIPTION_MAX_LENGTH = 200
const MAX_LANGUAGES = 12
const MAX_LINKS = 10
const LINK_MAX_LENGTH = 300
const MAX_FORMER = 20

const description = z
  .string()
  .trim()
  .max(DESCRIPTION_MAX_LENGTH, `Use at most ${DESCRIPTION_MAX_LENGTH} characters.`)
  .refine(isPlain, 'Contains a character that cannot be stored.')

/** Values that were typed on lines or between commas, each once. */
const listOf = (separator: RegExp) =>
  z.string().transform((text) => [...new Set(text.split(separator).flatMap((part) => part.trim() || []))])

const isLink = (link: string) =>
  link.length <= LINK_MAX_LENGTH && URL.canParse(link) && /^https:\/\/[^<>"\\]+$/.test(link) && isPlain(link)

/** The form of an author. The constraints of `authors` say the same. */
export const authorInput = z.object({
  picture: z
    .string()
    .refine(
      (address) => address.startsWith('/storage/v1/object/public/article-images/'),
      'Choose a picture of the library.',
    )
    .nullable(),
  descriptions: z
    .object(
      Object.fromEntries(LANGUAGE_CODES.map((code) => [code, description])) as Record<
        Language,
        typeof description
      >,
    )
    .transform((lines) => Object.fromEntries(Object.entries(lines).filter(([, line]) => line !== ''))),
  languages: listOf(/[\s,]+/)
    .refine((codes) => codes.length <= MAX_LANGUAGES, `Name at most ${MAX_LANGUAGES} languages.`)
    .refine(
      (codes) => codes.every((code) => /^[a-z]{2,3}$/.test(code)),
      'Write codes such as en, de or uk, with commas between them.',
    ),
  links: listOf(/\s+/)
    .refine((links) => links.length <= MAX_LINKS, `Use at most ${MAX_LINKS} links.`)
    .refine(
      (links) => links.every(isLink),
      `Write addresses that begin with https://, one on each line and with at most ${LINK_MAX_LENGTH} characters.`,
    ),
  former_slugs: listOf(/\s+/)
    .transform((slugs) => slugs.map((slug) => slug.replace(/^.*\/author\//, '').replace(/[?#].*$/, '')))
    .refine((slugs) => slugs.length <= MAX_FORMER, `Use at most ${MAX_FORMER} addresses.`)
    .refine(
      (slugs) => slugs.every((slug) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && slug.length <= 80),
      'Write the last part of each address, such as nora-feldmann, one on each line.',
    ),
})

export type AuthorInput = z.input<typeof authorInput>
export type AuthorChanges = z.output<typeof authorInput>
