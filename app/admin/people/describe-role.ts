import { listLanguages } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import type { Membership, Permission, Role } from '#core/domain/role.ts'

export const ROLE_NAMES: Record<Role, string> = {
  admin: t('people.role.admin'),
  editor: t('people.role.editor'),
  author: t('people.role.author'),
  translator: t('people.role.translator'),
  newsletter: t('people.role.newsletter'),
}

/** What each role may do, in a sentence. */
export const ROLE_SENTENCES: Record<Role, string> = {
  admin: t('people.role.adminText'),
  editor: t('people.role.editorText'),
  author: t('people.role.authorText'),
  translator: t('people.role.translatorText'),
  newsletter: t('people.role.newsletterText'),
}

export const PERMISSION_NAMES: Record<Permission, string> = {
  publish: t('people.permission.publish'),
  send: t('people.permission.send'),
  addresses: t('people.permission.addresses'),
}

/** 'Translator (French and German), may publish their translations' */
export function describeRole({ role, languages, permissions }: Membership): string {
  const name =
    role === 'translator'
      ? t('people.role.translatorOf', { languages: listLanguages(languages) })
      : ROLE_NAMES[role]
  return [name, ...permissions.map((permission) => PERMISSION_NAMES[permission])].join(', ')
}
