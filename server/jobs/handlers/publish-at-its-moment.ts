import type { JobDeps } from '#server/jobs/job-run.ts'
import { publishDue } from '#server/jobs/publish-due.ts'

/** Publishes what is due now. The payload only says for which article it was enqueued: that one may have been moved since. */
export async function publishAtItsMoment({ sql, log }: JobDeps): Promise<void> {
  await publishDue({ sql, log })
}
