/** The permissions that an administrator may grant beyond a role. */
export const PERMISSIONS = ['publish', 'send', 'addresses'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** The rights of roles; `private.rights_of` says what each is. */
export type Right =
  | 'edit'
  | 'have_articles'
  | 'own_drafts'
  | 'own_languages'
  | 'read_drafts'
  | 'plan'
  | 'make_newsletters'

interface RoleFacts {
  /** Its name on the desk. */
  name: string
  /** The things that it may do, in a sentence. */
  text: string
  rights: readonly Right[]
  /** The permissions that an administrator can allow to it. An administrator has all permissions. */
  permissions: readonly Permission[]
}

const ALL_WORK = ['edit', 'have_articles', 'read_drafts', 'plan', 'make_newsletters'] as const

/** The roles of people who may sign in at the desk. PostgreSQL decides by the same rights (`supabase/schemas/04_user_roles.sql`). */
export const ROLE_FACTS = {
  admin: {
    name: 'Administrator',
    text: 'May do everything, also invite, change and remove people.',
    rights: ALL_WORK,
    permissions: [],
  },
  editor: {
    name: 'Editor',
    text: 'Has all articles, translations, pictures, the glossary, and the newsletter until it is approved.',
    rights: ALL_WORK,
    permissions: ['send', 'addresses'],
  },
  author: {
    name: 'Author',
    text: 'Writes own drafts with pictures, and hands them in. Does not publish.',
    rights: ['own_drafts', 'have_articles', 'read_drafts', 'plan'],
    permissions: [],
  },
  translator: {
    name: 'Translator',
    text: 'Translates what is ready or published into the languages below, and proposes terms of the glossary.',
    rights: ['own_languages', 'read_drafts'],
    permissions: ['publish'],
  },
  newsletter: {
    name: 'Newsletter',
    text: 'Makes the issues of the newsletter until they are approved, and sees the numbers of subscribers.',
    rights: ['plan', 'make_newsletters'],
    permissions: ['send', 'addresses'],
  },
} as const satisfies Record<string, RoleFacts>
export type Role = keyof typeof ROLE_FACTS
export const ROLES = Object.keys(ROLE_FACTS) as readonly Role[]

export const factsOfRole = (role: Role): RoleFacts => ROLE_FACTS[role]

export const hasRight = ({ role }: { role: Role }, right: Right): boolean =>
  factsOfRole(role).rights.includes(right)

/** The roles that have one of these rights. */
export const rolesWith = (...rights: Right[]): readonly Role[] =>
  ROLES.filter((role) => rights.some((right) => hasRight({ role }, right)))

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
export const isEditor = (member: Pick<Membership, 'role'>): boolean => hasRight(member, 'edit')

/** Returns true for a role that may store pictures. Translators choose from the existing ones. */
export const storesPictures = (member: Pick<Membership, 'role'>): boolean => hasRight(member, 'have_articles')

/** Returns true for a role that may make issues of the newsletter, up to their approval. */
export const makesNewsletters = (member: Pick<Membership, 'role'>): boolean =>
  hasRight(member, 'make_newsletters')

export const isAllowed = ({ role, permissions }: Membership, permission: Permission): boolean =>
  role === 'admin' || permissions.includes(permission)

export const translatesInto = (member: Membership, language: string): boolean =>
  isEditor(member) || (hasRight(member, 'own_languages') && member.languages.includes(language))

/** Returns true if the member publishes the translations into their languages. */
export const publishesTranslations = (member: Membership): boolean =>
  isEditor(member) || isAllowed(member, 'publish')
