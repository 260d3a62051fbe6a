import type { MailDomainFinding } from '#core/domain/mail-domain.ts'
import { type DomainQuestion, findingOf, readTags } from '#server/mail/domain/domain-question.ts'
import type { FindTexts } from '#server/mail/domain/find-texts.ts'

/** Of a domain and those above it. */
const MAX_NAMES = 8
const POLICIES = ['none', 'quarantine', 'reject']

/** What the domain says is to happen with mail that fails the other checks; null where it says nothing that counts. */
export async function checkDmarc({
  identity,
  findTexts,
}: DomainQuestion): Promise<{ finding: MailDomainFinding; policy: Map<string, string> | null }> {
  const { domain } = identity
  const own = `_dmarc.${domain}`
  let policy: Map<string, string> | null = null
  const finding = await findingOf('dmarc', own, async () => {
    const publish = { name: own, value: 'v=DMARC1; p=none' }
    const { found, isOwn } = await findPolicies(domain, findTexts)
    const [record] = found
    if (record === undefined) return { state: 'problem', code: 'dmarc_missing', publish }
    if (found.length > 1) return { state: 'problem', code: 'dmarc_several', found }
    const tags = readTags(record)
    const asked = ((!isOwn && tags.get('sp')) || tags.get('p') || '').toLowerCase()
    if (!POLICIES.includes(asked)) return { state: 'problem', code: 'dmarc_broken', found, publish }
    policy = tags
    return { state: 'ok', code: asked === 'none' ? 'dmarc_none' : 'dmarc_ok', found }
  })
  return { finding, policy }
}

/** Those of the domain, or of the nearest one above it that has any. */
async function findPolicies(
  domain: string,
  findTexts: FindTexts,
): Promise<{ found: string[]; isOwn: boolean }> {
  const labels = domain.split('.')
  for (let names = 0; names < MAX_NAMES && labels.length > 1; names += 1, labels.shift()) {
    const found = (await findTexts(`_dmarc.${labels.join('.')}`)).filter((text) =>
      /^v\s*=\s*DMARC1\s*(?:;|$)/i.test(text),
    )
    if (found.length > 0) return { found, isOwn: names === 0 }
  }
  return { found: [], isOwn: true }
}
