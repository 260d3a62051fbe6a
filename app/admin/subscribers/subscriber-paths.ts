import { NEWSLETTER_PATH } from '#app/admin/newsletter/newsletter-paths.ts'

export const SUBSCRIBERS_PATH = `${NEWSLETTER_PATH}/subscribers`

export const subscriberPath = (id: string): string => `${SUBSCRIBERS_PATH}/${id}`
