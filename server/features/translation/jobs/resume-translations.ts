import type { Services } from '#server/features/services.ts'
import { queueCorrections } from '#server/features/translation/queue-corrections.ts'
import {
  resumeLostRuns,
  resumePausedRuns,
  resumeWaitingBatches,
} from '#server/features/translation/resume-runs.ts'

/**
 * Lets translations go on that wait for the budget, and those whose job no longer exists, for example after too many crashes. Begins
 * those of corrections that were announced while nobody listened.
 */
export async function resumeTranslations(deps: Services): Promise<void> {
  const { state, isAway } = await deps.ai.readState().then(
    (found) => ({ state: found, isAway: false }),
    () => ({ state: null, isAway: true }),
  )
  const isUsedUp = isAway || (state?.monthly_budget != null && state.spent >= state.monthly_budget)
  if (!isUsedUp) await resumePausedRuns(deps)
  await resumeLostRuns(deps)
  await resumeWaitingBatches(deps)
  await queueCorrections(deps)
}
