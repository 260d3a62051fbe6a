import type { ProcessReport } from '#core/domain/system.ts'
import { listLimits } from '#server/platform/report/limits-hit.ts'
import { listErrors } from '#server/platform/report/recent-errors.ts'
import { listSlowRequests } from '#server/platform/report/slow-requests.ts'

/** What this process has seen within a day: bounded, without secrets, and about nobody. */
export const reportOfProcess = (): ProcessReport => ({
  faults: [],
  slow: listSlowRequests(),
  errors: listErrors(),
  limits: listLimits(),
})
