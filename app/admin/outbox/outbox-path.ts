/** The address of a place in the outbox: a page of it, with or without an open mail. */
export function outboxPath({ mail, before }: { mail?: number | null; before?: number | null }): string {
  const query = new URLSearchParams()
  if (mail) query.set('mail', String(mail))
  if (before) query.set('before', String(before))
  return query.size > 0 ? `/admin/outbox?${query}` : '/admin/outbox'
}

export type AskedMail = { kind: 'none' } | { kind: 'id'; id: number } | { kind: 'malformed' }

/** Reads such an address. */
export function readOutboxUrl(url: URL): { mail: AskedMail; before: number | null } {
  const mail = url.searchParams.get('mail')
  const id = readId(mail)
  return {
    mail: mail === null ? { kind: 'none' } : id ? { kind: 'id', id } : { kind: 'malformed' },
    before: readId(url.searchParams.get('before')),
  }
}

function readId(text: string | null): number | null {
  return text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}
