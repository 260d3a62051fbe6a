import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AnswerRefusal } from '#app/admin/kit/errors/classify-error.ts'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { useDesk } from '#app/admin/kit/session/use-desk-session.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { findMissingTexts } from '#app/admin/newsletter/draft/issue-draft.ts'
import { useIssueDraft } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { checkKey, useNewsletterCall } from '#app/admin/newsletter/newsletter-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { Client } from '#core/data/client.ts'
import { sendTestNewsletter } from '#core/data/newsletter-sending.ts'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import { isAllowed } from '#core/domain/role.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'

interface TestSectionProps {
  issue: NewsletterIssue
  /** Of its editions. */
  languages: readonly Language[]
}

const ALL = 'all'

/** Sends the issue to one address, to be looked at in a real program. */
export function TestSection({ issue, languages }: TestSectionProps) {
  const { email } = useDesk()
  // Others may look at a test in their own mailbox only.
  const sends = isAllowed(useMember(), 'send')
  const { draft, flush } = useIssueDraft()
  const { toast } = useToast()
  const queries = useQueryClient()
  const [address, setAddress] = useState('')
  const [chosen, setChosen] = useState<Language | typeof ALL | null>(null)
  const allLanguages = chosen === ALL
  const language = languages.find((one) => one === chosen) ?? languages[0] ?? DEFAULT_LANGUAGE
  const send = useNewsletterCall(
    async (client: Client, test: Parameters<typeof sendTestNewsletter>[1]) => {
      await flush()
      return sendTestNewsletter(client, test)
    },
    {
      done(answer, { testEmail }) {
        if (!answer.success) throw new AnswerRefusal(answer.error ?? answer.errors[0] ?? '')
        // The missing test was one of its findings.
        void queries.invalidateQueries({ queryKey: checkKey(issue.id) })
        return answer.inOutbox
          ? {
              title: t('newsletterSending.test.outbox'),
              description: t('newsletterSending.test.outboxText', { email: testEmail }),
            }
          : { title: t('newsletterSending.test.sent'), description: testEmail }
      },
      failed: (message) => ({
        title: t('newsletterSending.test.failed', { message }),
        variant: 'destructive',
      }),
    },
  )
  const isCurrent = issue.tested_revision === issue.revision

  function refuse(title: string) {
    toast({ title, variant: 'destructive' })
  }

  function sendTest() {
    if (send.isPending) return
    const testEmail = sends ? address.trim() : email
    if (!testEmail) return refuse(t('newsletterSending.test.noAddress'))
    const missing = findMissingTexts(draft, allLanguages ? languages : [language])
    if (missing) return refuse(missing)
    void send.attempt({
      testEmail,
      issueId: issue.id,
      ...(allLanguages ? { allLanguages } : { language }),
    })
  }

  return (
    <section aria-labelledby="issue-test">
      <h4 id="issue-test" tabIndex={-1} className="font-semibold">
        {t('newsletterSending.test')}
      </h4>
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
        className="max-w-3xl"
        onSubmit={(event) => {
          event.preventDefault()
          sendTest()
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
            value={sends ? address : email}
            readOnly={!sends}
            onChange={(event) => setAddress(event.target.value)}
          />
          {languages.length > 1 && (
            <Field label={t('newsletterSending.test.language')}>
              {(control) => (
                <SelectControl
                  {...control}
                  value={allLanguages ? ALL : language}
                  onChange={(event) => setChosen(event.target.value as Language | typeof ALL)}
                >
                  {languages.map((one) => (
                    <option key={one} value={one}>
                      {languageName(one)}
                    </option>
                  ))}
                  <option value={ALL}>{t('newsletterSending.test.all', { count: languages.length })}</option>
                </SelectControl>
              )}
            </Field>
          )}
          <Button type="submit" variant="secondary" aria-disabled={send.isPending}>
            {t(send.isPending ? 'newsletterSending.test.busy' : 'newsletterSending.test.action')}
          </Button>
        </div>
      </form>
    </section>
  )
}
