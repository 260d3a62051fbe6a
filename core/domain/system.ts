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

/** A rate limit that was reached. */
export interface LimitHit {
  limit: string
  since: string
  last_at: string
  times: number
}

export interface ProcessReport {
  faults: SystemFault[]
  slow: SlowRequest[]
  errors: LoggedError[]
  limits: LimitHit[]
}

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
  /** The free bytes of the disk of its data folder; null if the system does not say. */
  disk_free_bytes: number | null
  disk_bytes: number | null
  /** True if its last heartbeat is older than it should be. */
  is_gone: boolean
}

/** The jobs of a name. */
export interface JobKind {
  name: string
  /** Jobs that are due and not begun. */
  waiting: number
  /** Jobs for a later time. */
  later: number
  running: number
  failed: number
  /** The time at which the oldest waiting job became due. */
  oldest: string | null
}

/** A job that failed for good. */
export interface FailedJob {
  id: string
  name: string
  created_at: string
  failed_at: string
  tries: number
  /** The reason, in words. */
  message: string
}

/** The result of the search for a newer version. */
export interface UpdateState {
  /** True if the operator lets the site ask for it. */
  is_allowed: boolean
  asked_at: string | null
  /** The newer version; null when none is known. */
  version: string | null
  changelog: string | null
  /** The reason why the last request had no answer. */
  problem: string | null
}

export interface SystemState extends ProcessReport {
  versions: { program: string; schema: string; postgres: string; node: string }
  update: UpdateState
  processes: SystemProcess[]
  jobs: JobKind[]
  /** The latest first. */
  failed: FailedJob[]
  /** The number of all failed jobs, also those that are not in the list. */
  failed_count: number
  database_bytes: number
  files: { count: number; bytes: number; where: string }
  /** The transport of mail, and the last mail that was rejected. */
  mail: { where: string; leaves: boolean; trouble: { at: string; reason: string } | null }
  model: { name: string | null }
}

/** The numbers of problems, for the dashboard. */
export interface Health {
  /** The kinds of faults that last. */
  faults: string[]
  failed_jobs: number
  processes_gone: number
}

/** `warning`: the site works, but not as it should. `problem`: something does not work. */
export type CheckState = 'ok' | 'warning' | 'problem'

/** The answer of `check-system`. */
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
