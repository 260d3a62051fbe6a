import { endOfKey } from '#core/domain/ai-model.ts'
import {
  fieldsOf,
  findAccount,
  type MailAccount,
  type MailFields,
  ownerOf,
  secretIsNeeded,
  type TypedAccount,
} from '#core/domain/mail-providers.ts'
import type { ShownAccount } from '#core/domain/mail-settings.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'

/** An account as it is stored: its secret is encrypted, and bound to the account that it was entered for. */
export interface StoredAccount {
  kind: string
  fields: MailFields
  sealed: string | null
  end: string
}

export interface OpenAccount {
  kind: string
  fields: MailFields
  secret: string | null
}

/** Seals and opens the secrets of some accounts. */
export interface AccountBox {
  accounts: readonly MailAccount[]
  box: SecretBox
  /** Names the owner that a secret is bound to besides its account. */
  ownerOf?(account: MailAccount, fields: MailFields): string
}

const ownerIn = ({ ownerOf: special = ownerOf }: AccountBox, account: MailAccount, fields: MailFields) =>
  special(account, fields)

/** An account that can be used; null when its secret cannot be decrypted, or its kind is of a later version. */
export function openAccount(kept: AccountBox, { kind, fields, sealed }: StoredAccount): OpenAccount | null {
  const account = findAccount(kept.accounts, kind)
  if (!account) return null
  if (sealed === null) return { kind, fields, secret: null }
  try {
    return { kind, fields, secret: kept.box.open(ownerIn(kept, account, fields), sealed) }
  } catch {
    return null
  }
}

/** Returns the typed account for storage; without a typed secret it keeps the stored one, if that was entered for this account. */
export function sealAccount(
  kept: AccountBox,
  typed: TypedAccount,
  stored: StoredAccount | null,
): StoredAccount | 'secret_needed' {
  const account = findAccount(kept.accounts, typed.kind)
  if (!account) return 'secret_needed'
  const fields = fieldsOf(account, typed)
  const owner = ownerIn(kept, account, fields)
  const sealed = { kind: account.kind, fields, sealed: null, end: '' }
  if (!secretIsNeeded(account, fields)) return sealed
  if (typed.secret)
    return {
      ...sealed,
      sealed: kept.box.seal(owner, typed.secret),
      end: account.secret.showsEnd ? endOfKey(typed.secret) : '',
    }
  const before = stored && findAccount(kept.accounts, stored.kind)
  const isSame = before && stored.sealed !== null && ownerIn(kept, before, stored.fields) === owner
  if (typed.secret === undefined && isSame) return { ...sealed, sealed: stored.sealed, end: stored.end }
  return 'secret_needed'
}

/** The part of an account that the desk may know. */
export function showAccount(
  { accounts }: Pick<AccountBox, 'accounts'>,
  { kind, fields, sealed, end }: StoredAccount,
): ShownAccount {
  const showsEnd = findAccount(accounts, kind)?.secret.showsEnd
  return { ...fields, kind, has_secret: sealed !== null, ...(showsEnd && { secret_end: end }) }
}
