import { claimSources } from '#server/features/newsroom/rechecks/claim-sources.ts'
import type { recheckSourcesJob } from '#server/features/newsroom/rechecks/jobs.ts'
import { type RecheckDeps, recheckSource } from '#server/features/newsroom/rechecks/recheck-source.ts'
import type { Services } from '#server/features/services.ts'
import { type JobPayload, type JobRun, TryAgainLater } from '#server/platform/queue/job.ts'

const AT_ONCE = 4

/** Asks the pages that are due, each host for one of them, so that the checks of a host are minutes apart. */
export async function recheckSources(
  deps: RecheckDeps & Pick<Services, 'hasNewsroom' | 'log'>,
  _: JobPayload<typeof recheckSourcesJob>,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  if (!deps.hasNewsroom) return
  const due = (await claimSources(deps.sql)).values()
  const work = async () => {
    for (const claimed of due) {
      try {
        await recheckSource(deps, claimed, signal)
      } catch (error) {
        if (signal.aborted) throw new TryAgainLater('its process ends')
        // One page or article keeps no other waiting; it is due again in an hour.
        deps.log.error(`A source could not be checked: ${claimed.url}`, error)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
