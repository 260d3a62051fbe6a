import type { Session } from '#server/platform/database/connection.ts'

/** Adds an act of a user on an account to the audit log, in the transaction of the act. */
export async function recordAccountAct(
  transaction: Session,
  act: {
    action: string
    /** The rest of the sentence that begins with the actor; %s is the address of the account. */
    did: string
    account: { id: string; email: string }
    /** Null when it is in the setting `audit.by`. */
    actor?: string | null
    details?: Record<string, string | number | undefined>
  },
): Promise<void> {
  const { action, did, account, actor = null, details = {} } = act
  await transaction`
    select private.record_act('administrators', ${action}, ${did}, ${account.email}, ${account.id}::uuid,
      ${JSON.stringify(details)}::jsonb, p_actor => ${actor}::uuid)`
}

/** Records an act of users on their own account. */
export function recordOwnAct(
  transaction: Session,
  user: { id: string; email: string },
  act: { action: string; did: string; details?: Record<string, string | number | undefined> },
): Promise<void> {
  return recordAccountAct(transaction, { ...act, account: user, actor: user.id })
}
