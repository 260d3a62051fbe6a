import { deskQuery } from '#app/admin/query/desk-query.ts'
import { countTroubledMails, findMail, listMails, type MailListOptions } from '#core/data/mails.ts'

export const OUTBOX_KEY = ['outbox']
const LIVE = { live: ['mail_deliveries'] } as const

export const mailsQuery = (options: MailListOptions) =>
  deskQuery([...OUTBOX_KEY, 'list', options], (client) => listMails(client, options), LIVE)

export const mailQuery = (id: string) =>
  deskQuery([...OUTBOX_KEY, 'mail', id], (client) => findMail(client, id), LIVE)

export const troubledMailsQuery = deskQuery([...OUTBOX_KEY, 'troubled'], countTroubledMails, LIVE)
