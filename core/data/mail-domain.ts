import type { Client } from '#core/data/client.ts'
import type { MailDomainReport } from '#core/domain/mail-domain.ts'

/** Has the server look at the domain of the sender. @throws when the caller is not allowed to, or the request failed */
export async function checkMailDomain(client: Client): Promise<MailDomainReport> {
  const { data, error } = await client.functions.invoke<MailDomainReport>('check-mail-domain', { body: {} })
  if (error) throw error
  if (!data) throw new TypeError('The function has returned nothing')
  return data
}
