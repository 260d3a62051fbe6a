import type { Session } from '#server/database/connection.ts'
import type { Boss } from '#server/jobs/boss.ts'
import { JOBS, type JobName, type JobPayload, MAX_PAYLOAD_LENGTH } from '#server/jobs/jobs.ts'

export interface JobQueue {
  /**
   * Adds a job for the worker of this or another process, which does it at once or not before `at`. With a transaction, the
   * job exists only once that commits.
   * @throws QueueFullError when too many jobs of this name are waiting
   */
  enqueue<Name extends JobName>(
    name: Name,
    payload: JobPayload<Name>,
    options?: { transaction?: Session; at?: Date },
  ): Promise<void>
}

export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

export function createJobQueue({ boss, session }: Boss): JobQueue {
  return {
    async enqueue(name, payload, { transaction = session, at } = {}) {
      const { maxWaiting, isExclusive, payload: schema } = JOBS[name]
      const data = schema.parse(payload)
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

async function countWaiting(session: Session, name: JobName, most: number): Promise<number> {
  const [row] = await session<[{ count: number }]>`
    select count(*)::int as count from (
      select from pgboss.job where name = ${name} and state < 'active' and not blocked limit ${most}) as waiting`
  return row.count
}
