import { useId } from 'react'
import { FormField, type useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import type { ListedFile } from '#core/data/media-files.ts'
import { LICENCES, type MediaDetails, type MediaDetailsForm } from '#core/domain/media-input.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

interface MediaFieldsProps {
  state: ReturnType<typeof useDeskForm<MediaDetailsForm, MediaDetails>>
  file: ListedFile
  /** The language whose texts are asked for first. */
  language: Language
}

/** The fields about a picture: texts in each language, whether it is decoration, credit and licence. */
export function MediaFields({ state, file, language }: MediaFieldsProps) {
  const licences = useId()
  const decorative = state.form.watch('decorative')
  const own = LANGUAGE_CODES.filter((code) => code === language)
  const offered = useOfferedLanguages()
  const others = LANGUAGE_CODES.filter(
    (code) => code !== language && (offered.includes(code) || file.alts[code] || file.captions[code]),
  )
  const known = others.filter((code) => file.alts[code]).length
  return (
    <>
      {own.map((code) => (
        <div key={code} className="space-y-5">
          {!decorative && (
            <FormField
              state={state}
              name={code}
              lang={code}
              label={t('media.details.alt', { language: languageName(code) })}
              hint={t('media.details.alt.hint')}
            />
          )}
          <label className="flex items-start gap-2.5 text-sm">
            <input
              type="checkbox"
              className="mt-0.5 size-4.5 shrink-0 accent-ink"
              {...state.form.register('decorative')}
            />
            <span>
              {t('media.details.decorative')}
              <span className="block text-faint">{t('media.details.decorative.hint')}</span>
            </span>
          </label>
          <FormField
            state={state}
            name={`caption_${code}`}
            lang={code}
            label={t('media.details.caption', { language: languageName(code) })}
            hint={t('media.details.caption.hint')}
          />
        </div>
      ))}
      <FormField
        state={state}
        name="credit"
        label={t('media.details.credit')}
        hint={t('media.details.credit.hint')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField
          state={state}
          name="licence"
          list={licences}
          label={t('media.details.licence')}
          hint={t('media.details.licence.hint')}
        />
        <datalist id={licences}>
          {LICENCES.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <FormField
          state={state}
          name="licence_url"
          type="url"
          inputMode="url"
          spellCheck={false}
          label={t('media.details.licenceUrl')}
          hint={t('media.details.licenceUrl.hint')}
        />
      </div>
      <details className="group">
        <summary className="inline-flex min-h-9 cursor-pointer items-center text-sm text-soft underline underline-offset-4 hover:text-ink">
          {t('media.details.others', { known, count: others.length })}
        </summary>
        <div className="mt-3 space-y-4">
          {others.map((code) => (
            <div key={code} className="space-y-3">
              {!decorative && (
                <FormField
                  state={state}
                  name={code}
                  lang={code}
                  label={t('media.details.alt', { language: languageName(code) })}
                />
              )}
              <FormField
                state={state}
                name={`caption_${code}`}
                lang={code}
                label={t('media.details.caption', { language: languageName(code) })}
              />
            </div>
          ))}
        </div>
      </details>
    </>
  )
}
