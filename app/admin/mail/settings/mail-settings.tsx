import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { TryOut } from '#app/admin/kit/form/try-out.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { describeTest, mailSettingsQuery } from '#app/admin/mail/mail-queries.ts'
import { MailTrouble } from '#app/admin/mail/outbox/mail-notice.tsx'
import { AccountFields, storedText } from '#app/admin/mail/settings/account-fields.tsx'
import { ReportFields } from '#app/admin/mail/settings/report-fields.tsx'
import { type MailForm, useMailForm } from '#app/admin/mail/settings/use-mail-form.ts'
import { SECTIONS } from '#app/admin/settings/sections.ts'
import { ConflictNotice, SettingGroup } from '#app/admin/settings/setting-fields.tsx'
import { SaveForm, SectionFrame } from '#app/admin/settings/setting-section.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { findAccount, MAIL_PROVIDERS } from '#core/domain/mail-providers.ts'
import type { MailSettingsState } from '#core/domain/mail-settings.ts'

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
