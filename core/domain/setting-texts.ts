import { z } from '#core/domain/schema.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

/** Control characters, line breaks, characters that change the direction of the text after them, and noncharacters, which mark places in mails. */
const NEVER_IN_A_LINE = /[\p{Cc}\u2028-\u202E\u2066-\u2069\uFDD0-\uFDEF\uFFFE\uFFFF]/u
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * The checks that the database makes of a schema with checks of its own, in words of JSON Schema:
 * `server/platform/database/setting-rules.ts` adds the rest. `format` names a case of `private.has_format`; `ascending` are two fields of
 * which the first is the lesser.
 */
export const RULES = z.registry<{
  format?: string
  maxLength?: number
  minProperties?: number
  maxProperties?: number
  uniqueItems?: true
  prefixItems?: [{ type: 'string'; const: string }]
  ascending?: [string, string]
}>()

/** Returns true if it has none of these characters. */
export const isPlain = (text: string) => !NEVER_IN_A_LINE.test(text) && text.isWellFormed()

/** Returns true if a reader sees something of it. */
export const isVisible = (text: string) => VISIBLE.test(text)

/** One line of text that can be inserted into other text. Its length is counted in code points, as in the database. */
export const line = (longest: number) =>
  z
    .string()
    .trim()
    .refine(isVisible, 'Must not be empty')
    .refine((text) => [...text].length <= longest, `Must have at most ${longest} characters`)
    .refine(isPlain, 'Must be one line of plain text')
    .register(RULES, { format: 'line', maxLength: longest })

/** A value for each language; a language without one gets the English value. */
export const localized = <Schema extends z.ZodType>(text: Schema) => {
  const own = Object.fromEntries(LANGUAGE_CODES.map((code) => [code, text.optional()]))
  return z.strictObject({ ...(own as Record<Language, z.ZodOptional<Schema>>), en: text })
}

/** Values for some languages, at least one. */
export const someLanguages = <Schema extends z.ZodType>(text: Schema) =>
  z
    .partialRecord(z.enum(LANGUAGE_CODES), text)
    .refine((texts) => Object.keys(texts).length > 0, 'Must have a text')
    .register(RULES, { minProperties: 1 })

/** Some lines of text. Its length is counted in code points. */
export const note = (longest: number) =>
  z
    .string()
    .trim()
    .refine((text) => text !== '', 'Must not be empty')
    .refine((text) => [...text].length <= longest, `Must have at most ${longest} characters`)
    .refine((text) => !/[^\P{Cc}\n\t]/u.test(text) && text.isWellFormed(), 'Must be plain text')
    .register(RULES, { format: 'note', maxLength: longest })
