import { z } from '#core/domain/schema.ts'

const HANDLE = /^@?([^@\s]+)@([^@\s/]+)$/

/** The blocked person or server, as the database stores it: an address or the name of a server as a URL has it, or a handle. */
export const socialBlockInput = z.object({
  whom: z
    .string()
    .trim()
    .min(1, 'Enter the name of a server or the handle of a person.')
    .max(1000, 'Enter at most 1,000 characters.')
    .transform(knownAs),
})

function knownAs(whom: string): string {
  const [, user, server] = HANDLE.exec(whom) ?? []
  if (user && server) return `@${user}@${hostOf(server)}`
  return /[/\s@]/.test(whom) ? (URL.parse(whom)?.href ?? whom) : hostOf(whom)
}

/** The host in ASCII: xn--… for other letters. */
const hostOf = (server: string): string => URL.parse(`https://${server}`)?.host ?? server
