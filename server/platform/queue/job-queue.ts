import type { Session } from '#server/platform/database/connection.ts'
import type { Boss } from '#server/platform/queue/boss.ts'
import { type Job, type JobPayload, MAX_PAYLOAD_LENGTH } from '#server/platform/queue/job.ts'

export interface JobQueue {
  /**
   * Adds a job for the worker of this or another process, which does it at once or not before `at`. With a transaction, the
   * job exists only once that commits.
   * @throws QueueFullError when too many of this job are waiting
   */
  enqueue<Any extends Job>(
    job: Any,
    payload: JobPayload<Any>,
    options?: { transaction?: Session; at?: Date },
  ): Promise<void>
}

export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

export function createJobQueue({ boss, session }: Boss): JobQueue {
  return {
    async enqueue(job, payload, { transaction = session, at } = {}) {
      const { name, maxWaiting, isExclusive } = job
      const data = job.payload.parse(payload) as object
      if (JSON.stringify(data).length > MAX_PAYLOAD_LENGTH)
        throw new Error(`The payload of ${name} is too long`)
      if ((await countWaiting(transaction, name, maxWaiting)) >= maxWaiting) {
        throw new QueueFullError(`${maxWaiting} jobs ${name} are waiting`)
      }
      const db = { executeSql: transaction.run }
      const id = await boss.send(name, data, { db, ...(at && { startAfter: at }) })
      if (id === null && !isExclusive) throw new Error(`The job ${name} was not taken`)
    },
  }
}

async function countWaiting(session: Session, name: string, most: number): Promise<number> {
  const [row] = await session<[{ count: number }]>`
    select count(*)::int as count from (
      select from pgboss.job where name = ${name} and state < 'active' and not blocked limit ${most}) as waiting`
  return row.count
}
