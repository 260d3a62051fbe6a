import { expect } from '@playwright/test'
import type { Client } from '#core/data/client.ts'

/** Waits for a mail to an address and returns the link in it to a path of the site. */
export async function findMailedLink(
  service: Client,
  { to, path, since = 0 }: { to: string; path: string; since?: number },
): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      const { data: mails } = await service
        .from('outbox_mails')
        .select('body_text')
        .eq('recipient', to)
        .gt('id', since)
        .order('id', { ascending: false })
        .limit(50)
        .throwOnError()
      const pattern = new RegExp(`https?://\\S+${path}\\?\\S+`)
      link = mails.map(({ body_text }) => body_text.match(pattern)?.[0]).find(Boolean)
      return link !== undefined
    })
    .toBe(true)
  return link ?? ''
}
