import { AccountFields, storedText } from '#app/admin/mail/account-fields.tsx'
import type { MailForm } from '#app/admin/mail/use-mail-form.ts'
import { t } from '#app/admin/messages.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { findAccount, MAIL_PROVIDERS } from '#core/domain/mail-providers.ts'

const LINE = { autoComplete: 'off', spellCheck: false } as const

/** The server or provider by which mail leaves. */
export function ConnectionFields({ form }: { form: MailForm }) {
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

/** What the environment sets is shown, and cannot be changed here. */
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
export function SenderFields({ form: { state, draft, change, problemOf } }: { form: MailForm }) {
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
