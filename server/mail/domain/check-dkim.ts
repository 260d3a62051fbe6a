import { createPublicKey } from 'node:crypto'
import type { MailDomainFinding } from '#core/domain/mail-domain.ts'
import { type DomainQuestion, findingOf, readTags } from '#server/mail/domain/domain-question.ts'

/** Whether the key that signs mails is published, and is the one that we sign with. */
export function checkDkim({ identity, findTexts }: DomainQuestion): Promise<MailDomainFinding> {
  const { domain, dkim, provider } = identity
  const selector = provider?.selector ?? dkim?.selector
  const missing = provider && ({ code: 'dkim_missing_provider', provider: provider.name } as const)
  const name = selector ? `${selector}._domainkey.${dkim?.domain ?? domain}` : domain
  return findingOf('dkim', name, async () => {
    if (!selector) return { state: 'warning', code: 'dkim_unsigned' }
    const publish = dkim && { name, value: `v=DKIM1; k=rsa; p=${dkim.publicKey}` }
    const found = (await findTexts(name)).filter((text) => readTags(text).has('p'))
    const [record] = found
    if (record === undefined) return { state: 'problem', code: 'dkim_missing', ...missing, publish }
    const tags = readTags(record)
    const isUsable = found.length === 1 && tags.get('p') !== ''
    if (!isUsable || (dkim && !isSameKey(tags.get('p') ?? '', dkim.publicKey)))
      return { state: 'problem', code: 'dkim_differs', ...missing, found, publish }
    const isTesting = (tags.get('t') ?? '').split(':').some((flag) => flag.trim() === 'y')
    return isTesting
      ? { state: 'warning', code: 'dkim_testing', found, publish }
      : { state: 'ok', code: 'dkim_ok', found }
  })
}

/** A published key has one of two forms; ours is SubjectPublicKeyInfo. */
function isSameKey(published: string, ours: string): boolean {
  const der = Buffer.from(published.replace(/\s/g, ''), 'base64')
  for (const type of ['spki', 'pkcs1'] as const) {
    try {
      const key = createPublicKey({ key: der, format: 'der', type })
      return key.export({ type: 'spki', format: 'der' }).toString('base64') === ours
    } catch {
      // Not of this form.
    }
  }
  return false
}
