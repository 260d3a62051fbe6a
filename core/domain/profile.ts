import type { Row } from '#core/data/database.types.ts'
import type { Role } from '#core/domain/role.ts'

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
