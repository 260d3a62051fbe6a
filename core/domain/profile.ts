import type { Role } from '#core/domain/role.ts'

/** The facts about a person that colleagues see, and the person's notification settings: a row of `profiles`. */
export interface Profile {
  user_id: string
  /** Null for the email address. */
  display_name: string | null
  /** The name of a file in the bucket `profile-pictures`. */
  picture: string | null
  /** The language of mails to the person. */
  language: string
  wants_mails: boolean
  /** The name under which readers know the person. */
  byline: string | null
  updated_at: string
  /** The person's account in the fediverse, such as `@ana@example.social`. */
  fediverse: string | null
}

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
