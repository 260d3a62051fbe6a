import { emailInput } from '#core/domain/account.ts'
import { factsOfRole, hasRight, PERMISSIONS, ROLES, type Role } from '#core/domain/role.ts'
import { z } from '#core/domain/schema.ts'

const fields = {
  role: z.enum(ROLES),
  languages: z.array(z.string()),
  permissions: z.array(z.enum(PERMISSIONS)),
}

/** The new membership of a person. What belongs to another role is left out, so that the choice comes back with the role. */
const ofRole = <Input extends z.infer<z.ZodObject<typeof fields>>>({
  languages,
  permissions,
  ...rest
}: Input) => ({
  ...rest,
  languages: hasRight(rest, 'own_languages') ? languages : [],
  permissions: permissions.filter((permission) => factsOfRole(rest.role).permissions.includes(permission)),
})

const hasLanguages = ({ role, languages }: { role: Role; languages: string[] }) =>
  !hasRight({ role }, 'own_languages') || languages.length > 0
const LANGUAGES_MISSING = { path: ['languages'], message: 'Please choose at least one language.' }

export const membershipInput = z.object(fields).refine(hasLanguages, LANGUAGES_MISSING).transform(ofRole)
export const invitationInput = emailInput
  .extend({ ...fields, mailLanguage: z.string() })
  .refine(hasLanguages, LANGUAGES_MISSING)
  .transform(ofRole)

export type MembershipInput = z.input<typeof membershipInput>
