import { type TranslationState, translationStateOf } from '#app/admin/translations/translation-state.ts'
import type { StoryTranslations } from '#app/admin/translations/translations-queries.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { RunState } from '#core/domain/translation-run.ts'

interface Sources {
  story: StoryTranslations
  runs: readonly RunState[]
  reworded: readonly string[]
  /** The languages that have been asked for, and whose runs are not there yet. */
  asked: ReadonlySet<TranslatedLanguage>
}

/** The state of an original in every language into which it can be translated. */
export function listStates({ story, runs, reworded, asked }: Sources): TranslationState[] {
  /** A run that has just succeeded is shown as running until its translation has been read too. */
  const withResult = (run: RunState): RunState =>
    run.status === 'succeeded' && !story.ended.includes(run.id) ? { ...run, status: 'running' } : run
  return TRANSLATED_LANGUAGES.map((language) => {
    const run = runs.find((one) => one.language === language)
    const version = story.versions.find((one) => !one.is_original && one.language === language) ?? null
    return translationStateOf({
      language,
      version,
      made: story.made.find(({ translation_id }) => translation_id === version?.id) ?? null,
      pending: story.pending.find(({ translation_id }) => translation_id === version?.id) ?? null,
      marks: story.marks.find(({ translation_id }) => translation_id === version?.id) ?? null,
      isReworded: version !== null && reworded.includes(version.id),
      waitsForReview: story.reviewed.includes(language),
      run: run ? withResult(run) : null,
      isAsked: asked.has(language),
    })
  })
}
