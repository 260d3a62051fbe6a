import { z } from '#core/domain/schema.ts'

export const MAX_NAME_LENGTH = 60
export const MAX_BYLINE_LENGTH = 100

/** Control characters, line breaks, and characters that change the direction of the text after them. */
const NEVER_IN_A_LINE = /[\p{Cc}\u2028-\u202E\u2066-\u2069\uFDD0-\uFDEF\uFFFE\uFFFF]/u

const line = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `Use at most ${longest} characters.`)
    .refine((text) => !NEVER_IN_A_LINE.test(text), 'Contains a character that cannot be stored.')
    // An empty field stands for none.
    .transform((text) => text || null)

/** What people say of themselves. The constraints of `profiles` say the same. */
export const profileInput = z.object({
  display_name: line(MAX_NAME_LENGTH).refine(
    (name) => !name?.includes('@'),
    'A name has no “@”, because it would look like an address.',
  ),
  byline: line(MAX_BYLINE_LENGTH),
  language: z.string(),
  wants_mails: z.boolean(),
})

export type ProfileInput = z.input<typeof profileInput>
export type ProfileChanges = z.output<typeof profileInput>
