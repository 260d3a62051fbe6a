import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { SecretField } from '#app/admin/kit/form/secret-field.tsx'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { TryOut } from '#app/admin/kit/form/try-out.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { describeTest, MAIL_SETTINGS_KEY, mailSettingsQuery } from '#app/admin/mail/mail-queries.ts'
import { MailTrouble } from '#app/admin/mail/outbox/mail-notice.tsx'
import {
  type AccountDraft,
  asksForSecret,
  canReuseSecret,
  draftOf,
  type MailForm,
  toTyped,
  useMailForm,
  withField,
} from '#app/admin/mail/settings/use-mail-form.ts'
import { SECTIONS } from '#app/admin/settings/sections.ts'
import { ConflictNotice, SettingGroup } from '#app/admin/settings/setting-fields.tsx'
import { SaveForm, SectionFrame } from '#app/admin/settings/setting-section.tsx'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { testMailReports } from '#core/data/mail-settings.ts'
import {
  findAccount,
  initialFields,
  MAIL_PROVIDERS,
  type MailAccount,
  REPORT_WAYS,
} from '#core/domain/mail-providers.ts'
import type { MailAnswers, MailSettingsState, ShownAccount } from '#core/domain/mail-settings.ts'

const LINE = { autoComplete: 'off', spellCheck: false } as const

/** The page on which it is set how mail leaves. */
export function MailSettings() {
  const settings = useQuery(mailSettingsQuery)
  return (
    <SectionFrame section={SECTIONS.mail}>
      <QueryView query={settings} what={t('mail.what')} pending={<ListSkeleton rows={4} />}>
        {(state) => <MailSettingsForm state={state} />}
      </QueryView>
    </SectionFrame>
  )
}

function MailSettingsForm({ state }: { state: MailSettingsState }) {
  const form = useMailForm(state)
  const isBusy = form.isSaving || form.isTesting
  return (
    <SaveForm
      labelId={SECTIONS.mail.slug}
      error={form.error}
      unsaved={form.isEdited ? [t('mail.title')] : []}
      isSaving={form.isSaving}
      isBusy={isBusy}
      onSave={form.save}
      onDiscard={form.takeTheirs}
    >
      {(attempt) => (
        <div className="space-y-8">
          {state.trouble && <MailTrouble trouble={state.trouble} />}
          <div className="space-y-6">
            <ConnectionFields form={form} />
          </div>
          <SettingGroup legend={t('mail.sender.title')}>
            <SenderFields form={form} />
          </SettingGroup>
          <TestMail form={form} onTest={() => attempt(form.test)} />
          <SettingGroup legend={t('mail.reports.title')} hint={t('mail.reports.hint')}>
            <ReportFields form={form} />
          </SettingGroup>
          {form.isChangedMeanwhile && (
            <ConflictNotice
              title={t('mail.conflict.changed')}
              onTakeTheirs={form.takeTheirs}
              onKeepMine={form.keepMine}
            />
          )}
          <p className="text-sm">
            <Link
              to="/admin/newsletter#health"
              className="inline-flex min-h-6 items-center underline underline-offset-4"
            >
              {t('mail.domain')}
            </Link>
          </p>
        </div>
      )}
    </SaveForm>
  )
}

/** Sends a mail to the administrator through what is typed, and says whether it left or what to do. */
function TestMail({ form, onTest }: { form: MailForm; onTest: () => void }) {
  const { draft, result, isTesting } = form
  if (!draft.connection.kind) return null
  const failure = result?.ok === false ? describeTest(result) : ''
  return (
    <TryOut
      action={t('mail.test.action')}
      running={t('mail.test.running')}
      hint={t('mail.test.hint')}
      isRunning={isTesting}
      isBusy={isTesting || form.isSaving}
      result={
        result &&
        (result.ok
          ? {
              ok: true,
              title: t('mail.test.works'),
              text: t(form.isEdited ? 'mail.test.sentUnsaved' : 'mail.test.sent', { address: result.to }),
            }
          : { ok: false, title: t('mail.test.fails'), text: failure })
      }
      onTry={onTest}
    />
  )
}

/** The server or provider by which mail leaves. */
function ConnectionFields({ form }: { form: MailForm }) {
  const { state, draft, change, problemOf } = form
  if (state.connection_variables.length > 0) return <ConnectionOfEnvironment form={form} />
  return (
    <AccountFields
      label={t('mail.way.label')}
      none={t('mail.way.outbox')}
      accounts={MAIL_PROVIDERS}
      draft={draft.connection}
      shown={state.connection}
      isReadable={state.secret_readable}
      problemOf={(field) => problemOf(`connection.${field}`)}
      onChange={(connection) => change({ connection })}
    />
  )
}

/** Shows what the environment sets, which cannot be changed here. */
function ConnectionOfEnvironment({ form: { state } }: { form: MailForm }) {
  const { connection, connection_variables: variables } = state
  const account = findAccount(MAIL_PROVIDERS, connection?.kind)
  if (!connection || !account) return null
  const rows = [
    [t('mail.way.label'), account.name],
    ...Object.entries(account.fields).map(([name, { label, choices }]) => {
      const value = connection[name]
      // It is left to the server.
      if (value === null) return [label, t('mail.security.offered')]
      return [label, choices?.[String(value)] ?? String(value)]
    }),
    [account.secret.label, connection.has_secret ? storedText(connection) : t('ai.key.none')],
  ]
  const setBy = t('ai.environment.setBy', { variable: variables.join(', ') })
  return (
    <>
      <Notice title={t('mail.environment.title')}>
        <p>{t('ai.environment.text')}</p>
      </Notice>
      {rows.map(([label, value]) => (
        <TextField key={label} label={label} value={value} hint={setBy} readOnly />
      ))}
    </>
  )
}

/** From whom mail comes. */
function SenderFields({ form: { state, draft, change, problemOf } }: { form: MailForm }) {
  const isFixed = state.sender_variables.length > 0
  const setBy = isFixed ? t('ai.environment.setBy', { variable: state.sender_variables.join(', ') }) : ''
  return (
    <>
      <TextField
        {...LINE}
        type="email"
        label={t('mail.sender.address')}
        hint={setBy || t('mail.sender.addressHint')}
        readOnly={isFixed}
        value={draft.senderAddress}
        error={problemOf('sender.address')}
        onChange={(event) => change({ senderAddress: event.target.value })}
      />
      <TextField
        {...LINE}
        label={t('mail.sender.name')}
        hint={setBy || t('mail.sender.nameHint')}
        readOnly={isFixed}
        value={draft.senderName}
        error={problemOf('sender.name')}
        onChange={(event) => change({ senderName: event.target.value })}
      />
    </>
  )
}

/** The interval at which it is looked whether a test has arrived. */
const POLL_MS = 3_000

/** The fields for reports: the address that mail servers report to, and what reads them. */
function ReportFields({ form }: { form: MailForm }) {
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

interface AccountFieldsProps {
  /** The label of the choice, and the name of choosing none. */
  label: string
  none: string
  hint?: string
  accounts: readonly MailAccount[]
  draft: AccountDraft
  shown: ShownAccount | null
  isReadable: boolean
  problemOf: (field: string) => string | undefined
  onChange: (draft: AccountDraft) => void
}

/** The choice of an account, and what is asked of the chosen one. */
function AccountFields(props: AccountFieldsProps) {
  const { label, none, hint, accounts, draft, problemOf, onChange } = props
  const account = findAccount(accounts, draft.kind)
  return (
    <>
      <Field label={label} hint={hint}>
        {(control) => (
          <SelectControl
            {...control}
            value={draft.kind}
            onChange={({ target: { value } }) => onChange(draftOf(findAccount(accounts, value)))}
          >
            {[{ kind: '', name: none }, ...accounts].map(({ kind, name }) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </SelectControl>
        )}
      </Field>
      {account &&
        Object.entries(account.fields).map(([name, { label, hint, choices }]) => {
          const value = draft.fields[name] ?? ''
          const change = (typed: string) => onChange(withField(account, draft, name, typed))
          const shownHint = typeof hint === 'function' ? hint(value) : hint
          return choices ? (
            <Field key={name} label={label} hint={shownHint}>
              {(control) => (
                <SelectControl {...control} value={value} onChange={({ target }) => change(target.value)}>
                  {Object.entries(choices).map(([choice, text]) => (
                    <option key={choice} value={choice}>
                      {text}
                    </option>
                  ))}
                </SelectControl>
              )}
            </Field>
          ) : (
            <TextField
              key={name}
              autoComplete="off"
              spellCheck={false}
              label={label}
              hint={shownHint}
              inputMode={typeof initialFields(account)[name] === 'number' ? 'numeric' : undefined}
              value={value}
              error={problemOf(name)}
              onChange={({ target }) => change(target.value)}
            />
          )
        })}
      {account && asksForSecret(account, draft) && <AccountSecret {...props} account={account} />}
    </>
  )
}

function AccountSecret(props: AccountFieldsProps & { account: MailAccount }) {
  const { account, draft, shown, isReadable, problemOf, onChange } = props
  const { label, hint = '' } = account.secret
  const isKept = canReuseSecret(account, draft, shown)
  const isForOther = Boolean(shown?.has_secret) && !isKept
  return (
    <SecretField
      texts={{
        label,
        hint: [hint, isForOther ? t('mail.secret.otherAccount') : t('mail.secret.hint')].join(' ').trim(),
        stored: storedText(shown),
        keep: t('mail.secret.keep'),
        replace: t('ai.key.replace'),
        replaceName: t('mail.secret.replaceName', { name: label }),
        unreadable: t('mail.secret.unreadable'),
      }}
      isKept={isKept}
      isReadable={isReadable}
      action={draft.secretAction}
      value={draft.secret}
      error={problemOf('secret')}
      onChange={({ action, value }) => onChange({ ...draft, secretAction: action, secret: value })}
    />
  )
}

const storedText = (shown: ShownAccount | null): string =>
  shown?.secret_end ? t('ai.key.ending', { end: shown.secret_end }) : t('mail.secret.stored')
