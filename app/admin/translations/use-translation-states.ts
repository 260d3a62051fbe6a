import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { useFollowing } from '#app/admin/translations/follow/follow-translations.tsx'
import { runOf } from '#app/admin/translations/follow/followed-runs.ts'
import { listStates, type TranslationState } from '#app/admin/translations/translation-state.ts'
import {
  lastRunsQuery,
  rewordedQuery,
  type StoryTranslations,
  storyTranslationsQuery,
} from '#app/admin/translations/translations-queries.ts'

export interface LoadedStates {
  story: StoryTranslations
  states: TranslationState[]
}

const NOTHING: Pick<StoryTranslations, 'versions' | 'made'> = { versions: [], made: [] }

/** The states of an original in all languages, kept up to date; null until both queries have data. */
export function useTranslationStates(originalId: string): {
  queries: UseQueryResult<unknown>[]
  loaded: LoadedStates | null
} {
  const story = useQuery(storyTranslationsQuery(originalId))
  const runs = useQuery(lastRunsQuery(originalId))
  const reworded = useQuery({ ...rewordedQuery(story.data ?? NOTHING), enabled: story.isSuccess })
  const { followed } = useFollowing()
  const offered = useOfferedLanguages()
  if (!story.data || !runs.data) return { queries: [story, runs], loaded: null }
  const own = followed.filter(({ articleId }) => articleId === originalId)
  const asked = own.filter((one) => !runOf(one, runs.data)).map(({ language }) => language)
  const states = listStates({
    offered,
    story: story.data,
    runs: runs.data,
    reworded: reworded.data ?? [],
    asked: new Set(asked),
  })
  return { queries: [story, runs], loaded: { story: story.data, states } }
}
