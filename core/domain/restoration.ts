/** The restoration of the site from a backup; nothing runs automatically until an administrator confirms it. */
export interface Restoration {
  restored_at: string
  /** The time at which the backup was made. */
  made_at: string
}

/** `clock_behind`: the clock of the server is before the moment of the backup, so that it is unknown what has become due since. */
export type ConfirmedRestoration =
  | { status: 'confirmed' | 'not_held' }
  | { status: 'clock_behind'; made_at: string }
