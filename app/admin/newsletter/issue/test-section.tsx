import { useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { findMissingTexts } from '#app/admin/newsletter/draft/issue-draft.ts'
import { useIssueDraft } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { describeFailure, useNewsletterCall } from '#app/admin/newsletter/newsletter-queries.ts'
import { useDesk } from '#app/admin/session/use-desk-session.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { sendTestNewsletter } from '#core/data/newsletter-sending.ts'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'

interface TestSectionProps {
  issue: NewsletterIssue
  language: Language
  languages: readonly Language[]
}

/** Sends the issue to one address, to be looked at in a real program. */
export function TestSection({ issue, language, languages }: TestSectionProps) {
  const { email } = useDesk()
  const { draft, flush } = useIssueDraft()
  const { toast } = useToast()
  const [address, setAddress] = useState('')
  const [allLanguages, setAllLanguages] = useState(false)
  const send = useNewsletterCall(sendTestNewsletter)
  const isCurrent = issue.tested_revision === issue.revision

  function refuse(title: string) {
    toast({ title, variant: 'destructive' })
  }

  async function sendTest() {
    if (send.isPending) return
    const testEmail = address.trim()
    if (!testEmail) return refuse(t('newsletterSending.test.noAddress'))
    const missing = findMissingTexts(draft, allLanguages ? languages : [language])
    if (missing) return refuse(missing)
    try {
      await flush()
      const answer = await send.mutateAsync({
        testEmail,
        issueId: issue.id,
        ...(allLanguages ? { allLanguages } : { language }),
      })
      if (!answer.success)
        return refuse(t('newsletterSending.test.failed', { message: answer.error ?? answer.errors[0] ?? '' }))
      toast(
        answer.inOutbox
          ? {
              title: t('newsletterSending.test.outbox'),
              description: t('newsletterSending.test.outboxText', { email: testEmail }),
            }
          : { title: t('newsletterSending.test.sent'), description: testEmail },
      )
    } catch (error) {
      refuse(t('newsletterSending.test.failed', { message: describeFailure(error) }))
    }
  }

  return (
    <section aria-labelledby="issue-test" className="mt-10 border-line border-t pt-8">
      <h2 id="issue-test" tabIndex={-1} className="font-semibold">
        {t('newsletterSending.test')}
      </h2>
      <p className="mt-1 mb-4 text-faint text-sm">
        {isCurrent
          ? t('newsletterSending.test.done')
          : t(
              issue.tested_revision === null
                ? 'newsletterSending.test.never'
                : 'newsletterSending.test.changed',
            )}
      </p>
      <form
        noValidate
        method="post"
        aria-labelledby="issue-test"
        aria-busy={send.isPending}
        className="max-w-xl space-y-3"
        onSubmit={(event) => {
          event.preventDefault()
          void sendTest()
        }}
      >
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            label={t('newsletterSending.test.address')}
            className="min-w-0 grow basis-64"
            type="email"
            autoComplete="email"
            maxLength={255}
            spellCheck={false}
            placeholder={email}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
          <Button type="submit" variant="secondary" aria-disabled={send.isPending}>
            {t(send.isPending ? 'newsletterSending.test.busy' : 'newsletterSending.test.action')}
          </Button>
        </div>
        {languages.length > 1 && (
          <label className="flex min-h-9 cursor-pointer items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              className="size-4.5 accent-ink"
              checked={allLanguages}
              onChange={(event) => setAllLanguages(event.target.checked)}
            />
            {t('newsletterSending.test.all', { count: languages.length })}
          </label>
        )}
      </form>
    </section>
  )
}
