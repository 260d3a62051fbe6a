import { SECTIONS, settingsPath } from '#app/admin/settings/sections.ts'

export const NEWSLETTER_PATH = '/admin/newsletter'

/** The page of one issue, to which mails to administrators lead. */
export function issuePath(issueId: string): string {
  return `${NEWSLETTER_PATH}/${issueId}`
}

export const SUBSCRIBERS_PATH = `${NEWSLETTER_PATH}/subscribers`

export const subscriberPath = (id: string): string => `${SUBSCRIBERS_PATH}/${id}`

export const MAIL_SETTINGS_PATH = settingsPath(SECTIONS.mail)
export const NEWSLETTER_SETTINGS_PATH = settingsPath(SECTIONS.newsletter)
