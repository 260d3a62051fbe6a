import type { ProcessReport } from '#core/domain/system.ts'
import { listFaults } from '#server/platform/faults/faults.ts'
import { listLimits } from '#server/platform/report/limits-hit.ts'
import { listErrors } from '#server/platform/report/recent-errors.ts'
import { listSlowRequests } from '#server/platform/report/slow-requests.ts'

/** The faults, errors, slow requests and reached limits of this process within a day: bounded, without secrets and personal data. */
export const reportOfProcess = (): ProcessReport => ({
  faults: listFaults().map((fault) => ({
    kind: fault.kind,
    since: fault.since.toISOString(),
    last_at: fault.last.toISOString(),
    times: fault.count,
    message: fault.error,
    request_id: fault.requestId,
    ended_at: fault.endedAt?.toISOString() ?? null,
  })),
  slow: listSlowRequests(),
  errors: listErrors(),
  limits: listLimits(),
})
