import { connect, type DatabaseAddress } from '#server/platform/database/connection.ts'
import { createLog } from '#server/platform/log.ts'
import type { Job } from '#server/platform/queue/job.ts'
import { createJobQueue, openBoss } from '#server/platform/queue/job-queue.ts'

/** Has the site of a database run jobs now, for whose minute nobody should wait. Returns the ids of those that are not waiting already. */
export async function runScheduledJobs(
  address: DatabaseAddress,
  jobs: readonly Job[],
  payload: object = {},
): Promise<string[]> {
  const sql = connect(address, { max: 1 })
  const boss = await openBoss({ address, sql, log: createLog('error'), works: false, jobs })
  try {
    const queue = createJobQueue(boss)
    const ids = await Promise.all(jobs.map((job) => queue.enqueue(job, payload)))
    return ids.filter((id) => id !== null)
  } finally {
    await boss.close()
    await sql.end()
  }
}
