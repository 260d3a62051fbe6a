import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AnswerRefusal } from '#app/admin/kit/errors/classify-error.ts'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { useDesk } from '#app/admin/kit/session/use-desk-session.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { Announcement, FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { FindingList } from '#app/admin/newsletter/approval/finding-list.tsx'
import { findMissingTexts } from '#app/admin/newsletter/draft/issue-draft.ts'
import { useIssueDraft } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { type Checklist, checkKey, useNewsletterCall } from '#app/admin/newsletter/newsletter-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { Client } from '#core/data/client.ts'
import { rehearseNewsletter } from '#core/data/newsletter-approval.ts'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import { sendTestNewsletter } from '#core/data/newsletter-sending.ts'
import type { RehearsalReport } from '#core/domain/newsletter-checklist.ts'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import { isAllowed } from '#core/domain/role.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'

const NUMBER = new Intl.NumberFormat('en')
const KILOBYTES = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

interface ChecklistProps {
  checklist: Checklist
  /** Of the edition that has a step of its own. */
  own: Language
}

interface CheckStepProps extends ChecklistProps {
  stored: DeskIssue
  /** True for an issue that cannot go on before it is approved. */
  mustBeApproved: boolean
}

/** The checklist, the trial run and the test of an issue. */
export function CheckStep({ stored, checklist, own, mustBeApproved }: CheckStepProps) {
  const { issue, editions } = stored
  return (
    <>
      {mustBeApproved && (
        <div className="mb-8 grid grid-cols-1 gap-x-12 gap-y-8 border-line border-b pb-8 *:min-w-0 lg:grid-cols-2">
          <Findings checklist={checklist} own={own} />
          <Rehearsal issue={issue} own={own} />
        </div>
      )}
      <TestSection issue={issue} languages={editions.map(({ language }) => language)} />
    </>
  )
}

/** Lists the findings of the checklist in the issue as it is now. */
function Findings({ checklist: { checked, error, isBusy, run }, own }: ChecklistProps) {
  const { flush } = useIssueDraft()
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h4 className="font-semibold">{t('newsletterSending.checklist')}</h4>
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={isBusy}
          onClick={() => isBusy || void flush().then(run)}
        >
          {t(isBusy ? 'newsletterSending.checklist.busy' : 'newsletterSending.checklist.run')}
        </Button>
      </div>
      <div aria-live="polite" className="mt-2">
        {error && (
          <p className="text-red text-sm">
            {t('newsletterSending.checklist.failed', { message: describeError(error) })}
          </p>
        )}
        {checked && (
          <>
            {checked.findings.length > 0 ? (
              <FindingList findings={checked.findings} own={own} />
            ) : (
              <p className="text-green text-sm">{t('newsletterSending.checklist.clean')}</p>
            )}
            <p className="mt-2 text-faint text-xs">
              <FilledMessage
                text={t('newsletterSending.checklist.at')}
                values={{ time: <LocalTime iso={checked.at} precision="zoned" /> }}
              />
            </p>
          </>
        )}
      </div>
    </div>
  )
}

/** Composes every message without sending it, and shows the report. */
function Rehearsal({ issue, own }: { issue: NewsletterIssue; own: Language }) {
  const { flush } = useIssueDraft()
  const [report, setReport] = useState<RehearsalReport | null>(null)
  const [problem, setProblem] = useState('')
  const rehearse = useNewsletterCall(
    async (client: Client, id: string) => {
      await flush()
      return rehearseNewsletter(client, id)
    },
    {
      done: setReport,
      failed: (message) => setProblem(t('newsletterSending.rehearsal.failed', { message })),
    },
  )

  function run() {
    if (rehearse.isPending) return
    setProblem('')
    void rehearse.attempt(issue.id)
  }

  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h4 className="font-semibold">{t('newsletterSending.rehearsal')}</h4>
        <Button variant="secondary" size="sm" aria-disabled={rehearse.isPending} onClick={run}>
          {t(rehearse.isPending ? 'newsletterSending.rehearsal.busy' : 'newsletterSending.rehearsal.run')}
        </Button>
      </div>
      {problem && <p className="mt-2 text-red text-sm">{problem}</p>}
      <Announcement urgent>{problem}</Announcement>
      <div aria-live="polite">
        {report ? (
          <Report report={report} own={own} isOutdated={report.revision !== issue.revision} />
        ) : (
          <p className="mt-2 text-faint text-sm">{t('newsletterSending.rehearsal.hint')}</p>
        )}
      </div>
    </div>
  )
}

interface ReportProps {
  report: RehearsalReport
  own: Language
  isOutdated: boolean
}

function Report({ report, own, isOutdated }: ReportProps) {
  const { audience, empty, editions, deadLinks, findings, milliseconds } = report
  return (
    <div className="mt-3 space-y-3 text-sm">
      {isOutdated && <p className="text-orange">{t('newsletterSending.rehearsal.outdated')}</p>}
      <p>
        {t('newsletterSending.rehearsal.result', {
          count: audience,
          messages: NUMBER.format(audience),
          seconds: (milliseconds / 1000).toLocaleString('en', { maximumFractionDigits: 1 }),
        })}
      </p>
      <div className="overflow-x-auto">
        <table className="w-full text-left tabular-nums">
          <thead className="text-faint text-xs">
            <tr>
              <th className="py-1.5 pr-4 font-normal">{t('newsletterSending.rehearsal.edition')}</th>
              <th className="py-1.5 pr-4 text-right font-normal">
                {t('newsletterSending.rehearsal.recipients')}
              </th>
              <th className="py-1.5 pr-4 text-right font-normal">
                {t('newsletterSending.rehearsal.fallbacks')}
              </th>
              <th className="py-1.5 text-right font-normal">{t('newsletterSending.rehearsal.size')}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {editions.map(({ language, recipients, fallbacks, bytes }) => (
              <tr key={language}>
                <th className="py-1.5 pr-4 font-medium">{languageName(language)}</th>
                <td className="py-1.5 pr-4 text-right">{NUMBER.format(recipients)}</td>
                <td className="py-1.5 pr-4 text-right">{NUMBER.format(fallbacks)}</td>
                <td className="py-1.5 text-right">
                  {t('newsletterSending.rehearsal.kilobytes', { size: KILOBYTES.format(bytes / 1024) })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {empty > 0 && <p className="text-soft">{t('newsletterSending.rehearsal.empty', { count: empty })}</p>}
      <p className={deadLinks.length > 0 ? 'text-red' : 'text-soft'}>
        {t('newsletterSending.rehearsal.deadLinks', { count: deadLinks.length })}
      </p>
      <FindingList findings={findings} own={own} />
    </div>
  )
}

interface TestSectionProps {
  issue: NewsletterIssue
  /** Of its editions. */
  languages: readonly Language[]
}

const ALL = 'all'

/** Sends the issue to one address, to be looked at in a real program. */
function TestSection({ issue, languages }: TestSectionProps) {
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
