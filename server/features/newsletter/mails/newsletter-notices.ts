/** What administrators are mailed about an issue of the newsletter. */
export const NEWSLETTER_NOTICES = ['draft_ready', 'held', 'not_approved'] as const
export type NewsletterNotice = (typeof NEWSLETTER_NOTICES)[number]
