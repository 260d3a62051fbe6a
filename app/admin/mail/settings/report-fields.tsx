import { useQuery } from '@tanstack/react-query'
import { TryOut } from '#app/admin/kit/form/try-out.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { describeTest, MAIL_SETTINGS_KEY, mailSettingsQuery } from '#app/admin/mail/mail-queries.ts'
import { AccountFields } from '#app/admin/mail/settings/account-fields.tsx'
import { type MailForm, toTyped } from '#app/admin/mail/settings/use-mail-form.ts'
import { TextField } from '#app/components/ui/field.tsx'
import { testMailReports } from '#core/data/mail-settings.ts'
import { findAccount, REPORT_WAYS } from '#core/domain/mail-providers.ts'
import type { MailAnswers } from '#core/domain/mail-settings.ts'

/** The interval at which it is looked whether a test has arrived. */
const POLL_MS = 3_000

/** The fields for reports: the address that mail servers report to, and what reads them. */
export function ReportFields({ form }: { form: MailForm }) {
  const { state, draft, change, problemOf } = form
  const variables = state.report_variables
  return (
    <>
      <TextField
        autoComplete="off"
        spellCheck={false}
        type="email"
        label={t('mail.returnPath.label')}
        hint={t('mail.returnPath.hint')}
        placeholder={draft.senderAddress}
        value={draft.returnPath}
        error={problemOf('return_path')}
        onChange={(event) => change({ returnPath: event.target.value })}
      />
      <AccountFields
        label={t('mail.reports.label')}
        none={t('mail.reports.none')}
        hint={variables.length > 0 ? t('mail.reports.besides', { variable: variables.join(', ') }) : ''}
        accounts={REPORT_WAYS}
        draft={draft.reports}
        shown={state.reports}
        isReadable
        problemOf={(field) => problemOf(`reports.${field}`)}
        onChange={(reports) => change({ reports })}
      />
      <Webhook kind={draft.reports.kind} />
      <ReportsTest form={form} />
      <Answers answers={state.answers} />
    </>
  )
}

/** The address that a provider is told. */
function Webhook({ kind }: { kind: string }) {
  if (kind === '' || kind === 'mailbox') return null
  const address = new URL(`/functions/v1/${kind}-webhook`, window.location.origin).href
  return <TextField label={t('mail.webhook.label')} hint={t('mail.webhook.hint')} value={address} readOnly />
}

function ReportsTest({ form: { state, draft, isEdited, isSaving } }: { form: MailForm }) {
  const testing = useDeskMutation({ run: testMailReports, invalidates: [MAIL_SETTINGS_KEY] })
  const typed = isEdited ? toTyped(REPORT_WAYS, draft.reports, state.reports) : null
  const result = testing.data
  return (
    <TryOut
      action={t('mail.reports.test')}
      running={t('mail.reports.testing')}
      hint={t('mail.reports.testHint')}
      isRunning={testing.isPending}
      isBusy={testing.isPending || isSaving}
      result={
        testing.error
          ? { ok: false, title: t('mail.reports.fails'), text: t('mail.problem.refused') }
          : result
            ? result.ok
              ? {
                  ok: true,
                  title: t(result.to ? 'mail.reports.sent' : 'mail.reports.opened'),
                  text: result.to
                    ? t('mail.reports.sentText', { address: result.to })
                    : t('mail.reports.openedText'),
                }
              : { ok: false, title: t('mail.reports.fails'), text: describeTest(result) }
            : null
      }
      onTry={() => void testing.attempt(typed ? { reports: typed } : {})}
    />
  )
}

/** Says in a line for each kind of answer where it ends, by what has been heard of it. */
function Answers({ answers: known }: { answers: MailAnswers }) {
  const isWaiting = known.test !== null && known.test.arrived_at === null
  // A test is waited for while the page is open.
  const { data } = useQuery({ ...mailSettingsQuery, refetchInterval: isWaiting ? POLL_MS : false })
  const answers = data?.answers ?? known
  const { reports, return_path, people, heard_at, read_at, trouble, test } = answers
  const way =
    reports === null
      ? t('mail.answers.nowhere')
      : reports === 'pipe'
        ? t('mail.answers.pipe')
        : (findAccount(REPORT_WAYS, reports)?.name ?? reports)
  return (
    <dl className="space-y-3 text-sm wrap-anywhere">
      <div>
        <dt className="font-semibold">{t('mail.answers.reports')}</dt>
        <dd>
          {return_path} → {way}
          {trouble && <span className="text-red"> · {t('mail.answers.trouble', { reason: trouble })}</span>}
          {read_at && !trouble && (
            <>
              {' '}
              · {t('mail.answers.read')} <LocalTime iso={read_at} precision="minute" />
            </>
          )}
          {heard_at ? (
            <>
              {' '}
              · {t('mail.answers.heard')} <LocalTime iso={heard_at} precision="minute" />
            </>
          ) : (
            reports !== null && <> · {t('mail.answers.unheard')}</>
          )}
          {test && <> · {t(test.arrived_at ? 'mail.answers.testArrived' : 'mail.answers.testUnderWay')}</>}
        </dd>
        {test?.signature && (
          <dd className="mt-1 text-red">
            {t(test.signature === 'missing' ? 'mail.answers.unsigned' : 'mail.answers.partlySigned')}
          </dd>
        )}
      </div>
      <div>
        <dt className="font-semibold">{t('mail.answers.people')}</dt>
        <dd>{people}</dd>
      </div>
    </dl>
  )
}
