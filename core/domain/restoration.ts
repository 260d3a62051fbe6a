/** That the site was restored from a backup, and does nothing by itself until an administrator confirms it. */
export interface Restoration {
  restored_at: string
  /** When the backup was made. */
  made_at: string
}

/** `clock_behind`: the clock of the server is before the moment of the backup, so that what was due since cannot be told. */
export type ConfirmedRestoration =
  | { status: 'confirmed' | 'not_held' }
  | { status: 'clock_behind'; made_at: string }
