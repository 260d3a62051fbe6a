import { createServer } from 'vite'
import type { Mail } from '#server/platform/mail/mail.ts'

const ID = '0d0d7a4e-7a39-4c2f-8b53-0d4f1e1f6a01'

/** An issue and a confirmation as readers get them, by their names. Vite loads the renderer, because Node does not read JSX. */
export async function ourMails(): Promise<Record<string, Omit<Mail, 'to' | 'id'>>> {
  const vite = await createServer({ configFile: false, logLevel: 'error', server: { middlewareMode: true } })
  const load = (file: string) => vite.ssrLoadModule(`/server/features/newsletter/${file}`)
  try {
    const { anArticleVersion, anEdition, anIssue, anItem, aSite } = await load('testing/issue-fixtures.ts')
    const { renderEdition } = await load('render/render-edition.ts')
    const { personaliseMessage } = await load('render/personalise-message.ts')
    const { createSubscriberLinks } = await load('subscriptions/subscriber-links.ts')
    const { confirmationMail } = await load('mails/confirmation-mail.tsx')
    const site = aSite({ postal_address: 'AI Watch\nSeestrasse 1\n8002 Zürich' })
    const items = [
      anItem('top', [anArticleVersion()]),
      anItem('research', [anArticleVersion({ slug: 'chips', title: 'Chips' })]),
    ]
    const issue = await renderEdition(anIssue({ editions: [anEdition('en')], items }), 'en', site)
    const links = createSubscriberLinks('a secret of more than thirty-two characters')
    const recipient = { subscriberId: ID, deliveryId: ID }
    return {
      issue: personaliseMessage(issue, recipient, { ...site, links, issueSlug: '2026-11-22' }),
      confirmation: await confirmationMail({ language: 'en', siteUrl: site.siteUrl, token: 'x'.repeat(24) }),
    }
  } finally {
    await vite.close()
  }
}
