import type { Database } from '#core/data/database.ts'

/** A mail as it was written, stored where there is no mail server. */
export type OutboxMail = Database['public']['Tables']['outbox_mails']['Row']
