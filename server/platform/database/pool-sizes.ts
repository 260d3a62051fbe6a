/** The most connections of a process, by their purpose. */
export interface PoolSizes {
  /** For our own statements. */
  own: number
  /** For readers of `/rest/v1` and of pages. */
  anonymous: number
  /** For other requests to `/rest/v1`. */
  requests: number
  limits: number
  storage: number
}

export const ALONE: PoolSizes = { own: 4, anonymous: 8, requests: 6, limits: 3, storage: 4 }

/** The queue's own pool, in every process. */
export const QUEUE_CONNECTIONS = 2
/** Connections that listen for changes of pages and of rows. */
const SERVING_LISTENERS = 2
/** Connections that listen for changes of pages, for jobs, and for other work that the database asks for. */
const JOBS_LISTENERS = 3
/** For the supervisor, and for a command that runs beside the site. */
const OTHERS = 5

/** The pools of each process that serves: smaller ones when there are several, because they share the processors of one machine. */
export function poolSizesFor(processes: number): PoolSizes {
  if (processes === 1) return ALONE
  const share = (all: number, least: number) => Math.max(least, Math.floor(all / processes))
  return {
    own: share(8, 3),
    anonymous: share(12, 3),
    requests: share(8, 3),
    limits: share(4, 1),
    storage: share(6, 2),
  }
}

/** The most connections of all processes together: one of several that is being replaced runs beside its successor. */
export function connectionsOf(processes: number): number {
  const { own, anonymous, requests, limits, storage } = poolSizesFor(processes)
  const serving = own + anonymous + requests + limits + storage + QUEUE_CONNECTIONS + SERVING_LISTENERS
  if (processes === 1) return serving + JOBS_LISTENERS + OTHERS
  const jobs = own + storage + QUEUE_CONNECTIONS + JOBS_LISTENERS
  return (processes + 1) * serving + jobs + OTHERS
}
