import { expect } from '@playwright/test'
import type { Client } from '#core/data/client.ts'
import { findOutboxMail, listOutboxMails } from '#core/data/outbox-mails.ts'

/** Waits for a mail to an address and returns the link in it to a path of the site. */
export async function findMailedLink(
  service: Client,
  { to, path, since = 0 }: { to: string; path: string; since?: number },
): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      const { mails } = await listOutboxMails(service)
      for (const { id, recipient } of mails) {
        if (recipient !== to || id <= since) continue
        const mail = await findOutboxMail(service, id)
        link = mail?.body_text.match(new RegExp(`https?://\\S+${path}\\?token_hash=\\S+`))?.[0]
        if (link) return true
      }
      return false
    })
    .toBe(true)
  return link ?? ''
}
