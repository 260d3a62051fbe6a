import type { SecretAction } from '#app/admin/kit/form/secret-field.tsx'
import {
  type FieldProblems,
  useVersionedForm,
  type VersionedForm,
} from '#app/admin/kit/form/use-versioned-form.ts'
import { t } from '#app/admin/kit/messages.ts'
import { MAIL_SETTINGS_KEY } from '#app/admin/mail/mail-queries.ts'
import { saveMailSettings, testMailSettings } from '#core/data/mail-settings.ts'
import {
  findAccount,
  initialFields,
  MAIL_PROVIDERS,
  type MailAccount,
  type MailFields,
  ownerOf,
  REPORT_WAYS,
  secretIsNeeded,
  type TypedAccount,
} from '#core/domain/mail-providers.ts'
import {
  type MailSettingsChange,
  type MailSettingsState,
  type MailTest,
  type MailTestResult,
  mailSettingsChange,
  type ShownAccount,
} from '#core/domain/mail-settings.ts'

/** The settings of how mail leaves and what comes back, while they are being edited. */
export type MailForm = VersionedForm<MailSettingsState, MailDraft, MailTestResult>

export function useMailForm(state: MailSettingsState): MailForm {
  return useVersionedForm(state, {
    queryKey: MAIL_SETTINGS_KEY,
    toDraft,
    parse: parseDraft,
    save: saveMailSettings,
    saved: t('mail.saved'),
    refusals: {
      field: 'connection.secret',
      secretNeeded: t('mail.secret.needed'),
      conflict: t('mail.conflict.look'),
      other: t('mail.problem.refused'),
    },
    isTested: (field) => !field.startsWith('reports.'),
    toTest: ({ connection, sender, return_path }, isEdited): MailTest =>
      isEdited
        ? {
            ...(connection && { connection }),
            ...(sender && { sender }),
            ...(return_path && { return_path }),
          }
        : {},
    test: testMailSettings,
  })
}

/** An account while it is being edited. */
export interface AccountDraft {
  /** Empty for none. */
  kind: string
  fields: Readonly<Record<string, string>>
  /** Says what becomes of the stored secret. */
  secretAction: SecretAction
  secret: string
}

export interface MailDraft {
  connection: AccountDraft
  reports: AccountDraft
  senderAddress: string
  senderName: string
  /** Empty for the address of the sender. */
  returnPath: string
}

export function toDraft({ connection, sender, return_path, reports }: MailSettingsState): MailDraft {
  return {
    connection: toAccountDraft(MAIL_PROVIDERS, connection),
    reports: toAccountDraft(REPORT_WAYS, reports),
    senderAddress: sender.address,
    senderName: sender.name,
    returnPath: return_path ?? '',
  }
}

const inWords = (fields: MailFields) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))

function toAccountDraft(accounts: readonly MailAccount[], shown: ShownAccount | null): AccountDraft {
  const account = findAccount(accounts, shown?.kind)
  if (!account || !shown) return draftOf(undefined)
  const names = Object.keys(account.fields)
  const fields = Object.fromEntries(names.map((name) => [name, String(shown[name] ?? '')]))
  return { ...draftOf(account), fields }
}

/** An account of this kind in which nothing is typed. */
export const draftOf = (account: MailAccount | undefined): AccountDraft => ({
  kind: account?.kind ?? '',
  fields: account ? inWords(initialFields(account)) : {},
  secretAction: 'keep',
  secret: '',
})

/** Another value of a field, and of those that follow it as long as nothing else was typed in them. */
export function withField(
  account: MailAccount,
  draft: AccountDraft,
  name: string,
  value: string,
): AccountDraft {
  const fields = { ...draft.fields, [name]: value }
  for (const [other, { initial }] of Object.entries(account.fields)) {
    if (typeof initial !== 'function' || other === name) continue
    if (fields[other]?.trim() === String(initial(draft.fields))) fields[other] = String(initial(fields))
  }
  return { ...draft, fields }
}

/** The fields as they will be stored; those that cannot be used, as they were typed. */
function fieldsIn(account: MailAccount, draft: AccountDraft): MailFields {
  const initial = initialFields(account)
  return Object.fromEntries(
    Object.entries(account.fields).map(([name, { schema }]) => {
      const typed = draft.fields[name] ?? ''
      const isNumber = typeof initial[name] === 'number'
      const value = isNumber ? (/^\d{1,5}$/.test(typed.trim()) ? Number(typed) : Number.NaN) : typed
      return [name, schema.safeParse(value).data ?? value]
    }),
  )
}

/** Tells whether the account has a secret with what is typed: without a user name it has no password. */
export const asksForSecret = (account: MailAccount, draft: AccountDraft): boolean =>
  secretIsNeeded(account, fieldsIn(account, draft))

/** Tells whether the stored secret fits what is typed: it belongs to the account that it was entered for. */
export function canReuseSecret(
  account: MailAccount,
  draft: AccountDraft,
  shown: ShownAccount | null,
): boolean {
  if (!shown?.has_secret || shown.kind !== draft.kind) return false
  return ownerOf(account, fieldsIn(account, draft)) === ownerOf(account, shown as MailFields)
}

/** Returns what would be saved, or what is wrong with it, by the field: `connection.host`, `sender.address`. */
export function parseDraft(
  draft: MailDraft,
  state: MailSettingsState,
  version: number,
): { change: MailSettingsChange; problems: FieldProblems } {
  const isFree = state.connection_variables.length === 0
  const change: MailSettingsChange = {
    version,
    ...(isFree && { connection: toTyped(MAIL_PROVIDERS, draft.connection, state.connection) }),
    ...(state.sender_variables.length === 0 && {
      sender: { address: draft.senderAddress, name: draft.senderName },
    }),
    return_path: draft.returnPath.trim() || null,
    reports: toTyped(REPORT_WAYS, draft.reports, state.reports),
  }
  const issues = mailSettingsChange.safeParse(change).error?.issues ?? []
  const problems = new Map(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
  for (const part of ['connection', 'reports'] as const) {
    const typed = change[part]
    const account = typed && findAccount(part === 'reports' ? REPORT_WAYS : MAIL_PROVIDERS, typed.kind)
    if (!account || !asksForSecret(account, draft[part])) continue
    const isKept = canReuseSecret(account, draft[part], state[part]) && draft[part].secretAction !== 'replace'
    if (!isKept && draft[part].secret === '') problems.set(`${part}.secret`, t('mail.secret.needed'))
  }
  return { change, problems }
}

/** Null for none. */
export function toTyped(
  accounts: readonly MailAccount[],
  draft: AccountDraft,
  shown: ShownAccount | null,
): TypedAccount | null {
  const account = findAccount(accounts, draft.kind)
  if (!account) return null
  const typed = { ...fieldsIn(account, draft), kind: account.kind }
  if (!asksForSecret(account, draft)) return { ...typed, secret: null }
  const isKept = canReuseSecret(account, draft, shown) && draft.secretAction !== 'replace'
  return isKept || draft.secret === '' ? typed : { ...typed, secret: draft.secret }
}
