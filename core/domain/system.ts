/** Something that the site needs and cannot use, or could not use within the last day. */
export interface SystemFault {
  kind: string
  since: string
  last_at: string
  times: number
  /** The last error in plain words. */
  message: string
  request_id: string | null
  /** Null while it lasts. */
  ended_at: string | null
}

/** A request that took long. Its route has no part that a client chose. */
export interface SlowRequest {
  at: string
  method: string
  route: string
  status: number
  ms: number
  request_id: string
}

/** An error of the log; equal ones are counted. */
export interface LoggedError {
  since: string
  last_at: string
  times: number
  message: string
  request_id: string | null
}

/** A limit that refused somebody. */
export interface LimitHit {
  limit: string
  since: string
  last_at: string
  times: number
}

/** What a process has seen lately. */
export interface ProcessReport {
  faults: SystemFault[]
  slow: SlowRequest[]
  errors: LoggedError[]
  limits: LimitHit[]
}

/** What a process is for. */
export type ProcessRole = 'everything' | 'serving' | 'jobs'

export interface SystemProcess {
  id: string
  host: string
  /** Its data folder. */
  folder: string
  pid: number
  role: ProcessRole
  version: string
  started_at: string
  seen_at: string
  memory_bytes: number
  /** Of the disk of its data folder; null where the system does not say. */
  disk_free_bytes: number | null
  disk_bytes: number | null
  /** Whether it has given no sign of life for longer than it should. */
  is_gone: boolean
}

/** The jobs of a name. */
export interface JobKind {
  name: string
  /** Due, and not begun. */
  waiting: number
  /** For a later time. */
  later: number
  running: number
  failed: number
  /** When the oldest that waits became due. */
  oldest: string | null
}

/** A job that failed for good. */
export interface FailedJob {
  id: string
  name: string
  created_at: string
  failed_at: string
  tries: number
  /** In words. */
  message: string
}

/** What is known of a newer version. */
export interface UpdateState {
  /** Whether the operator lets the site ask for it. */
  is_allowed: boolean
  asked_at: string | null
  /** The newer version; null when there is none, as far as is known. */
  version: string | null
  changelog: string | null
  /** Why the last question had no answer. */
  problem: string | null
}

/** What runs the site, for administrators. */
export interface SystemState extends ProcessReport {
  versions: { program: string; schema: string; postgres: string; node: string }
  update: UpdateState
  processes: SystemProcess[]
  jobs: JobKind[]
  /** The latest first. */
  failed: FailedJob[]
  /** Of all, also those that are not in the list. */
  failed_count: number
  database_bytes: number
  files: { count: number; bytes: number; where: string }
  /** How mail leaves, and the last mail that was not taken. */
  mail: { where: string; leaves: boolean; trouble: { at: string; reason: string } | null }
  model: { name: string | null }
}

/** How many things are wrong, for the dashboard. */
export interface Health {
  /** The kinds of faults that last. */
  faults: string[]
  failed_jobs: number
  processes_gone: number
}

/** `warning`: the site works, but not as it should. `problem`: something does not work. */
export type CheckState = 'ok' | 'warning' | 'problem'

/** What `check-system` found. */
export interface SystemChecks {
  at: string
  findings: SystemFinding[]
}

export interface SystemFinding {
  name: string
  state: CheckState
  /** A sentence. */
  found: string
  advice?: string
}
