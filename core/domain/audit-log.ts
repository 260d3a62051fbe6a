export type AuditAction =
  | 'purge_article_text'
  | 'add_correction'
  | 'change_correction'
  | 'delete_correction'
  | 'review_translation'
  | 'approve_newsletter'
  | 'resend_newsletter'
  // About a subscriber, without an address.
  | 'import_subscribers'
  | 'add_subscriber'
  | 'export_subscribers'
  | 'read_subscriber'
  | 'erase_subscriber'
  | 'delete_subscribers'
  | 'change_subscribers'

export interface AuditEntry {
  id: number
  happened_at: string
  actor: string | null
  action: AuditAction
  subject_id: string
  reason: string | null
  details: Record<string, unknown>
}
