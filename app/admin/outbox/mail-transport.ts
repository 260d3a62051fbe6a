import { useQuery } from '@tanstack/react-query'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { readMailTransport } from '#core/data/mail-transport.ts'

/** Read again when settings change, and after the connection to the server was lost, as at a restart. */
export const mailTransportQuery = deskQuery(['mail-transport'], readMailTransport, { live: ['settings'] })

/** Whether mail leaves the site, or stays in the outbox; undefined until that is known. */
export function useMailLeaves(): boolean | undefined {
  return useQuery(mailTransportQuery).data?.leaves
}
