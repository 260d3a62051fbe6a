import { t } from '#app/admin/kit/messages.ts'
import { useColleagues } from '#app/admin/kit/query/colleagues.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { SETTING_LABELS } from '#app/admin/settings/sections.ts'
import { ChangedMeanwhile } from '#app/admin/settings/setting-fields.tsx'
import { useOfferedTranslations } from '#app/admin/settings/use-languages.ts'
import type { SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { hasRight } from '#core/domain/role.ts'

/** Tells whether somebody translates into a language: where nothing was chosen, its translations then wait for a review. */
export function useHasTranslator(): (language: string) => boolean {
  const colleagues = useColleagues()
  return (language) =>
    colleagues.some((person) => hasRight(person, 'own_languages') && person.languages.includes(language))
}

/** The languages whose translations readers get only after a review. */
export function ReviewPolicy({ form, settings: { stored } }: SettingPartProps) {
  const choices = form.draft('translation_review')
  const hasTranslator = useHasTranslator()

  function choose(language: TranslatedLanguage, waits: boolean) {
    const { [language]: _, ...others } = choices
    const isUntouched =
      stored.translation_review?.[language] === undefined && waits === hasTranslator(language)
    form.change('translation_review', isUntouched ? others : { ...others, [language]: waits })
  }

  return (
    <>
      <ul className="divide-y divide-line border-line border-y text-sm">
        {useOfferedTranslations().map((language) => {
          const waits = choices[language] ?? hasTranslator(language)
          return (
            <li key={language}>
              <label className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="checkbox"
                  className="size-4.5 shrink-0 accent-ink"
                  checked={waits}
                  onChange={(event) => choose(language, event.target.checked)}
                />
                <span className="font-medium">{languageName(language)}</span>
                <span className="ml-auto text-right text-faint">
                  {describePolicy(waits, choices[language] !== undefined)}
                </span>
              </label>
            </li>
          )
        })}
      </ul>
      <ChangedMeanwhile form={form} name="translation_review" label={SETTING_LABELS.translation_review} />
    </>
  )
}

/** Says when readers get translations, in words; what nobody has chosen changes with the first translator. */
export function describePolicy(waits: boolean, isChosen: boolean): string {
  if (waits) return t('settings.translation.afterReview')
  return t(isChosen ? 'settings.translation.atOnce' : 'settings.translation.atOnceUntil')
}
