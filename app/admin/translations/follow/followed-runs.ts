import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { hasEnded, type RunState } from '#core/domain/translation-run.ts'

/** A translation whose end somebody waits for. */
export interface FollowedRun {
  articleId: string
  language: TranslatedLanguage
  /** The run that had ended before this one was asked for. */
  after: string | null
}

/** How translations have ended that were followed. */
export interface FollowedEnd {
  succeeded: TranslatedLanguage[]
  failed: { language: TranslatedLanguage; reason: string | null }[]
  paused: { language: TranslatedLanguage; reason: string | null }[]
  cancelled: TranslatedLanguage[]
}

/** The run that is followed; null when it is not there yet. */
export function runOf({ language, after }: FollowedRun, runs: readonly RunState[]): RunState | null {
  return runs.find((run) => run.language === language && run.id !== after) ?? null
}

/** Whether nothing more happens to it for now. */
export function hasSettled(followed: FollowedRun, runs: readonly RunState[]): boolean {
  const run = runOf(followed, runs)
  return run !== null && (hasEnded(run) || run.status === 'paused')
}

/** What came of runs that have all settled. */
export function endOf(settled: readonly RunState[]): FollowedEnd {
  const runsWith = (status: RunState['status']) => settled.filter((run) => run.status === status)
  const languagesOf = (status: RunState['status']) => runsWith(status).map(({ language }) => language)
  const reasonsOf = (status: RunState['status']) =>
    runsWith(status).map(({ language, reason }) => ({ language, reason }))
  return {
    succeeded: languagesOf('succeeded'),
    failed: reasonsOf('failed'),
    paused: reasonsOf('paused'),
    cancelled: languagesOf('cancelled'),
  }
}
