import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { runOf, useFollowing } from '#app/admin/stories/translations/follow-translations.tsx'
import { listStates, type TranslationState } from '#app/admin/stories/translations/translation-state.ts'
import { listStoryVersions } from '#core/data/article-schedules.ts'
import {
  listArticleTranslations,
  listLastRuns,
  listPendingTranslations,
} from '#core/data/article-translations.ts'
import type { Client } from '#core/data/client.ts'
import { listReworded, listTranslationMarks, type TranslationMarks } from '#core/data/translation-marks.ts'
import type { StoryVersion } from '#core/domain/article-schedule.ts'
import type { ArticleTranslation, PendingTranslation } from '#core/domain/article-translation.ts'
import { hasEnded } from '#core/domain/translation-run.ts'

/** The beginning of the key of every query about translations. */
export const TRANSLATIONS_KEY = ['translations']

/** Everything about the translations of an original, except who works on them now. */
export interface StoryTranslations {
  versions: StoryVersion[]
  made: ArticleTranslation[]
  pending: Pick<PendingTranslation, 'translation_id' | 'language' | 'parts' | 'made_at'>[]
  marks: TranslationMarks[]
  /** The last runs that had ended before all this was read, so that it contains what came of them. */
  ended: string[]
}

export const storyTranslationsKey = (originalId: string) => [...TRANSLATIONS_KEY, 'story', originalId]

export const storyTranslationsQuery = (originalId: string) =>
  deskQuery(storyTranslationsKey(originalId), (client) => readStory(client, originalId), {
    live: [
      'articles',
      'article_translations',
      'pending_translations',
      'settings',
      'translation_reports',
      'user_roles',
    ],
  })

async function readStory(client: Client, originalId: string): Promise<StoryTranslations> {
  const runs = await listLastRuns(client, originalId)
  const [versions, made, pending] = await Promise.all([
    listStoryVersions(client, originalId),
    listArticleTranslations(client, originalId),
    listPendingTranslations(client, originalId),
  ])
  const translationIds = versions.filter((version) => !version.is_original).map(({ id }) => id)
  const marks = await listTranslationMarks(client, { originalId, translationIds })
  return {
    versions,
    made,
    pending,
    marks,
    ended: runs.filter(hasEnded).map(({ id }) => id),
  }
}

/** The translations that editors have changed since they were made. The key has their times, so the result never changes. */
const rewordedQuery = ({ versions, made }: Pick<StoryTranslations, 'versions' | 'made'>) => {
  const saved = made.flatMap(({ translation_id, translated_at }) => {
    const version = versions.find(({ id }) => id === translation_id)
    return version && Date.parse(version.updated_at) > Date.parse(translated_at)
      ? [{ translation_id, translated_at, updated_at: version.updated_at }]
      : []
  })
  return {
    ...deskQuery([...TRANSLATIONS_KEY, 'reworded', saved], (client) => listReworded(client, saved)),
    staleTime: Number.POSITIVE_INFINITY,
  }
}

export const lastRunsKey = (originalId: string) => [...TRANSLATIONS_KEY, 'runs', originalId]

export const lastRunsQuery = (originalId: string) =>
  deskQuery(lastRunsKey(originalId), (client) => listLastRuns(client, originalId), {
    live: ['translation_runs'],
  })

/** The id of who is signed in, as runs name them. */
export const ownIdQuery = deskQuery(['own-id'], async (client) => {
  const { data } = await client.auth.getSession()
  return data.session?.user.id ?? null
})

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
