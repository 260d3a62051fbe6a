import type { Client } from '#core/data/client.ts'
import type { MailTransportFact } from '#core/domain/mail.ts'

/** Whether mail leaves the site. @throws when the request failed */
export async function readMailTransport(client: Client): Promise<MailTransportFact> {
  const { data, error } = await client.functions.invoke<MailTransportFact>('read-mail-transport', {
    method: 'GET',
  })
  if (error) throw error
  if (!data) throw new TypeError('The function has returned nothing')
  return data
}

/** The same for readers, who are not told when it cannot be read. */
export async function mailStaysHere(client: Client): Promise<boolean> {
  const { leaves } = await readMailTransport(client).catch(() => ({ leaves: true }))
  return !leaves
}
