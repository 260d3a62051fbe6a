import type { Client } from '#core/data/client.ts'
import type { MailTransportFact } from '#core/domain/mail.ts'

/** Reads whether mail leaves the site. @throws when the request failed */
export async function readMailTransport(client: Client): Promise<MailTransportFact> {
  const { data, error } = await client.functions.invoke<MailTransportFact>('read-mail-transport', {
    method: 'GET',
  })
  if (error) throw error
  if (!data) throw new TypeError('The function has returned nothing')
  return data
}

/** Returns true if mail is stored on this site; false for readers if the transport cannot be read. */
export async function mailStaysHere(client: Client): Promise<boolean> {
  const { leaves } = await readMailTransport(client).catch(() => ({ leaves: true }))
  return !leaves
}
