import { expect } from '@playwright/test'
import type { Client } from '#core/data/client.ts'

/** A mail in the outbox, with the addresses in it. */
export interface FoundMail {
  id: number
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  links: string[]
}

/** Waits for the mail to an address that comes after another one. */
export async function findMail(
  service: Client,
  { to, since = 0 }: { to: string; since?: number },
): Promise<FoundMail> {
  let found: FoundMail | undefined
  await expect
    .poll(async () => {
      const { data } = await service
        .from('outbox_mails')
        .select('*')
        .eq('recipient', to)
        .gt('id', since)
        .order('id')
        .limit(1)
        .throwOnError()
      const [mail] = data
      if (mail) {
        const { id, subject, body_text: text, body_html: html, headers } = mail
        found = {
          id,
          subject,
          text,
          html,
          headers: headers as Record<string, string>,
          links: text.match(/https?:\S+/g) ?? [],
        }
      }
      return found !== undefined
    })
    .toBe(true)
  if (!found) throw new Error(`No mail to ${to}`)
  return found
}
