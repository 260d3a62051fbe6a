/** The roles of people who may sign in at the desk. PostgreSQL decides what each role may do (`supabase/schemas/04_user_roles.sql`). */
export const ROLES = ['admin', 'editor', 'author', 'translator', 'newsletter'] as const
export type Role = (typeof ROLES)[number]

/** The permissions that an administrator may grant beyond a role. */
export const PERMISSIONS = ['publish', 'send', 'addresses'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** The permissions that each role can have. An administrator has them all. */
export const PERMISSIONS_OF_ROLE: Readonly<Record<Role, readonly Permission[]>> = {
  admin: [],
  editor: ['send', 'addresses'],
  author: [],
  translator: ['publish'],
  newsletter: ['send', 'addresses'],
}

/** A role with what belongs to it, as a row of `user_roles` has it. */
export interface Membership {
  role: Role
  /** The languages into which a translator writes; empty for everybody else. */
  languages: string[]
  permissions: Permission[]
}

/** The future membership of an invited person. */
export interface Invitation extends Membership {
  email: string
  /** The language of mails to them. */
  mailLanguage?: string | undefined
}

export interface MyMembership extends Membership {
  user_id: string
  /** The display name, or the address without one. */
  name: string
  /** True if the role requires a second factor that the user has not set up. */
  needs_factor: boolean
}

/** Returns true for a role that may do everything with articles, translations, pictures and the glossary. */
export const isEditor = ({ role }: Pick<Membership, 'role'>): boolean => role === 'admin' || role === 'editor'

/** Returns true for a role that may store pictures. Translators choose from the existing ones. */
export const storesPictures = (member: Pick<Membership, 'role'>): boolean =>
  isEditor(member) || member.role === 'author'

/** Returns true for a role that may make issues of the newsletter, up to their approval. */
export const makesNewsletters = (member: Pick<Membership, 'role'>): boolean =>
  isEditor(member) || member.role === 'newsletter'

export const isAllowed = ({ role, permissions }: Membership, permission: Permission): boolean =>
  role === 'admin' || permissions.includes(permission)

export const translatesInto = (member: Membership, language: string): boolean =>
  isEditor(member) || (member.role === 'translator' && member.languages.includes(language))

/** Returns true if the member publishes the translations into their languages. */
export const publishesTranslations = (member: Membership): boolean =>
  isEditor(member) || isAllowed(member, 'publish')
