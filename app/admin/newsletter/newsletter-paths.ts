export const NEWSLETTER_PATH = '/admin/newsletter'

/** The page of one issue, to which mails to administrators lead. */
export function issuePath(issueId: string): string {
  return `${NEWSLETTER_PATH}/${issueId}`
}
