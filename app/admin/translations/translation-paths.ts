import type { TranslatedLanguage } from '#core/domain/article-translation.ts'

export const TRANSLATIONS_PATH = '/admin/translations'
export const TO_REVIEW_PATH = `${TRANSLATIONS_PATH}/to-review`
export const GLOSSARY_PATH = '/admin/glossary'
/** The section of the settings in which the language model is set up. */
export const MODEL_SETTINGS_PATH = '/admin/settings/language-model'

/** Where a translation is reviewed; `byHand` begins with what the original says now, `refused` there at the first refused block. */
export function reviewPath(
  { originalId, language }: { originalId: string; language: TranslatedLanguage },
  { byHand = false, refused = false } = {},
): string {
  return `${TRANSLATIONS_PATH}/${originalId}/${language}${refused ? '?byHand&refused' : byHand ? '?byHand' : ''}`
}
