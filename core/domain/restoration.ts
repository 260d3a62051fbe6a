/** That the site was restored from a backup, and holds what was scheduled until an administrator confirms it. */
export interface Restoration {
  restored_at: string
  /** When the backup was made. */
  made_at: string
}
