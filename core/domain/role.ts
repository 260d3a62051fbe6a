/** Who may sign in at the desk. What each role may do is decided by PostgreSQL (`supabase/schemas/04_user_roles.sql`). */
export const ROLES = ['admin', 'editor', 'author', 'translator', 'newsletter'] as const
export type Role = (typeof ROLES)[number]

/** What an administrator may allow beyond a role. */
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
  /** Those that a translator writes; empty for everybody else. */
  languages: string[]
  permissions: Permission[]
}

/** What an invited person becomes. */
export interface Invitation extends Membership {
  email: string
  /** The language of mails to them. */
  mailLanguage?: string | undefined
}

/** What the signed-in user is. */
export interface MyMembership extends Membership {
  user_id: string
  /** The display name, or the address without one. */
  name: string
  /** Whether the role demands a second factor that the user has not set up. */
  needs_factor: boolean
}

/** Has all of articles, translations, pictures and the glossary. */
export const isEditor = ({ role }: Pick<Membership, 'role'>): boolean => role === 'admin' || role === 'editor'

/** Stores pictures of their own. Translators choose from those that are there. */
export const storesPictures = (member: Pick<Membership, 'role'>): boolean =>
  isEditor(member) || member.role === 'author'

/** Makes issues of the newsletter, to the point of their approval. */
export const makesNewsletters = (member: Pick<Membership, 'role'>): boolean =>
  isEditor(member) || member.role === 'newsletter'

export const isAllowed = ({ role, permissions }: Membership, permission: Permission): boolean =>
  role === 'admin' || permissions.includes(permission)

/** Whether the member writes translations into a language. */
export const translatesInto = (member: Membership, language: string): boolean =>
  isEditor(member) || (member.role === 'translator' && member.languages.includes(language))

/** Publishes the translations into their languages. */
export const publishesTranslations = (member: Membership): boolean =>
  isEditor(member) || isAllowed(member, 'publish')
