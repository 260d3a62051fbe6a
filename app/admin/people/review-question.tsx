import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { languageName } from '#app/admin/article/language-name.ts'
import { Refusal } from '#app/admin/errors/classify-error.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { useHasTranslator } from '#app/admin/settings/review-policy.tsx'
import { SETTINGS_KEY, storedSettingsQuery } from '#app/admin/settings/settings-queries.ts'
import type { Client } from '#core/data/client.ts'
import { listSettings, saveSettings } from '#core/data/settings.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { MembershipInput } from '#core/domain/membership-input.ts'

type Answers = Partial<Record<TranslatedLanguage, 'after' | 'at-once'>>

/** What is asked when languages get their first translator: whether their translations wait for a review. */
export function useReviewQuestion({ role, languages }: Pick<MembershipInput, 'role' | 'languages'>) {
  const choices = useQuery(storedSettingsQuery).data?.translation_review ?? {}
  const hasTranslator = useHasTranslator()
  const [given, setGiven] = useState<Answers>({})
  const saving = useDeskMutation({ run: saveAnswers, invalidates: [SETTINGS_KEY] })
  const asked = TRANSLATED_LANGUAGES.filter(
    (code) =>
      role === 'translator' && languages.includes(code) && !hasTranslator(code) && choices[code] !== true,
  )
  const answers: Answers = Object.fromEntries(
    asked.map((code) => [code, given[code] ?? (choices[code] === false ? 'at-once' : 'after')]),
  )
  return {
    fields: asked.map((code) => (
      <fieldset key={code}>
        <legend className="mb-1 font-medium text-sm">
          {t('people.review.legend', { language: languageName(code) })}
        </legend>
        <div className="flex flex-wrap gap-x-6">
          {(['after', 'at-once'] as const).map((answer) => (
            <label key={answer} className="flex min-h-11 items-center gap-2.5 text-sm">
              <input
                type="radio"
                name={`review-${code}`}
                className="size-4.5 shrink-0 accent-ink"
                checked={answers[code] === answer}
                onChange={() => setGiven({ ...given, [code]: answer })}
              />
              {t(answer === 'after' ? 'people.review.after' : 'people.review.atOnce')}
            </label>
          ))}
        </div>
        <p className="text-faint text-sm">{t('people.review.hint')}</p>
      </fieldset>
    )),
    save: () => saving.mutateAsync(answers),
  }
}

/** Whoever translates into a language has its translations wait, so only the other answer is stored. */
async function saveAnswers(client: Client, answers: Answers): Promise<void> {
  const before = (await listSettings(client)).translation_review
  const kept = Object.entries(before ?? {}).filter(([code]) => !(code in answers))
  const atOnce = Object.entries(answers).flatMap(([code, answer]) =>
    answer === 'at-once' ? [[code, false]] : [],
  )
  const after = Object.fromEntries([...kept, ...atOnce])
  const isSame =
    Object.keys(after).length === Object.keys(before ?? {}).length &&
    atOnce.every(([code]) => before?.[code as TranslatedLanguage] === false)
  if (isSame) return
  const change = {
    key: 'translation_review',
    before: before ?? null,
    after: Object.keys(after).length > 0 ? after : null,
  } as const
  if ((await saveSettings(client, [change])).length > 0) throw new Refusal('PT409')
}
