import type { Row } from '#core/data/database.types.ts'
import type { Role } from '#core/domain/role.ts'
import { z } from '#core/domain/schema.ts'
import { isPlain } from '#core/domain/setting-texts.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The facts about a person that colleagues see, and the person's notification settings: a row of `profiles`. */
export type Profile = Row<'profiles'>

/** Somebody who has a role. */
export interface Colleague {
  user_id: string
  /** The display name, or the address without one. */
  name: string
  picture: string | null
  role: Role
  languages: string[]
  byline: string | null
}

export const PICTURE_BUCKET = 'profile-pictures'

/** The address of a person's picture, relative to the site. */
export const pictureAddress = (name: string): string =>
  `/storage/v1/object/public/${PICTURE_BUCKET}/${name.split('/').map(encodeURIComponent).join('/')}`

export const MAX_NAME_LENGTH = 60
export const MAX_BYLINE_LENGTH = 100
/** Pages of articles have it twice, and should not get heavier. */
export const MAX_FEDIVERSE_LENGTH = 60

const line = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `Use at most ${longest} characters.`)
    .refine(isPlain, 'Contains a character that cannot be stored.')
    // An empty field means none.
    .transform((text) => text || null)

/** Invisible letters, and words of letters of several alphabets, which look like other words. */
const NOT_AS_IT_LOOKS =
  /[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2060-\u206F\u2800\u3164\uFEFF\uFFA0]|[A-Za-z\u00C0-\u024F][\u0370-\u058F\u13A0-\u13FF]|[\u0370-\u058F\u13A0-\u13FF][A-Za-z\u00C0-\u024F]/u

/** An account as servers of the fediverse write it. */
const FEDIVERSE_ACCOUNT =
  /^@[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])$/

/** The form of a profile. The constraints of `profiles` have the same rules. */
export const profileInput = z.object({
  display_name: line(MAX_NAME_LENGTH)
    .refine(
      (name) => !name?.normalize('NFKC').includes('@'),
      'A name has no “@”, because it would look like an address.',
    )
    .refine((name) => name === null || /[\p{L}\p{N}]/u.test(name), 'A name has a letter or a number.')
    .refine(
      (name) => !NOT_AS_IT_LOOKS.test(name?.normalize('NFKC') ?? ''),
      'Write each word with the letters of one alphabet, and without invisible ones.',
    ),
  byline: line(MAX_BYLINE_LENGTH),
  fediverse: line(MAX_FEDIVERSE_LENGTH).refine(
    (account) => account === null || FEDIVERSE_ACCOUNT.test(account),
    'Write it like @ana@example.social.',
  ),
  language: z.string().transform((code) => code as Language),
  wants_mails: z.boolean(),
})

export type ProfileInput = z.input<typeof profileInput>
export type ProfileChanges = z.output<typeof profileInput>
