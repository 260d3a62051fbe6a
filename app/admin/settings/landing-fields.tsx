import { t } from '#app/admin/messages.ts'
import { ChangedMeanwhile } from '#app/admin/settings/changed-meanwhile.tsx'
import { SettingGroup } from '#app/admin/settings/setting-group.tsx'
import { SettingLanguages } from '#app/admin/settings/setting-languages.tsx'
import { SettingRows } from '#app/admin/settings/setting-rows.tsx'
import { SettingText } from '#app/admin/settings/setting-text.tsx'
import type { SettingPartProps } from '#app/admin/settings/use-setting-form.ts'

const MAX_FIGURES = 4
const MAX_TESTIMONIALS = 6

/** What the page of the newsletter shows to convince readers. */
export function LandingFields({ form, settings: { stored } }: SettingPartProps) {
  const figures = form.draft('landing_figures')
  const testimonials = form.draft('landing_testimonials')
  return (
    <>
      <SettingText
        form={form}
        stored={stored}
        name="landing_subscribers"
        label={t('settings.landing.subscribers')}
        hint={t('settings.landing.subscribersHint')}
        inputMode="numeric"
      />
      <SettingGroup legend={t('settings.landing.figures')} hint={t('settings.landing.figuresHint')}>
        <SettingLanguages
          usesEnglish
          form={form}
          field="landing_figures"
          count={(language) => figures[language].length}
        >
          {(code, language) => (
            <SettingRows
              form={form}
              field={`landing_figures.${code}`}
              rows={figures[code]}
              columns={[
                { name: 'value', label: t('settings.landing.figureValue') },
                { name: 'label', label: t('settings.landing.figureLabel') },
              ]}
              empty={{ value: '', label: '' }}
              max={MAX_FIGURES}
              noun={t('settings.landing.figure')}
              language={language}
              onChange={(rows) => form.change('landing_figures', { ...figures, [code]: rows })}
            />
          )}
        </SettingLanguages>
        <ChangedMeanwhile form={form} name="landing_figures" label={t('settings.landing.figures')} />
      </SettingGroup>
      <SettingGroup legend={t('settings.landing.testimonials')} hint={t('settings.landing.testimonialsHint')}>
        <label className="flex min-h-6 items-start gap-2.5 text-sm">
          <input
            type="checkbox"
            className="mt-0.5 size-5 shrink-0 accent-ink"
            checked={testimonials.samples}
            onChange={(event) =>
              form.change('landing_testimonials', { ...testimonials, samples: event.target.checked })
            }
          />
          {t('settings.landing.samples')}
        </label>
        <SettingLanguages
          usesEnglish
          form={form}
          field="landing_testimonials.texts"
          count={(language) => testimonials.texts[language].length}
        >
          {(code, language) => (
            <SettingRows
              form={form}
              field={`landing_testimonials.texts.${code}`}
              rows={testimonials.texts[code]}
              columns={[
                { name: 'quote', label: t('settings.landing.quote'), wide: true },
                { name: 'author', label: t('settings.landing.author') },
                { name: 'role', label: t('settings.landing.role') },
              ]}
              empty={{ quote: '', author: '', role: '' }}
              max={MAX_TESTIMONIALS}
              noun={t('settings.landing.testimonial')}
              language={language}
              onChange={(rows) =>
                form.change('landing_testimonials', {
                  ...testimonials,
                  texts: { ...testimonials.texts, [code]: rows },
                })
              }
            />
          )}
        </SettingLanguages>
        <ChangedMeanwhile
          form={form}
          name="landing_testimonials"
          label={t('settings.landing.testimonials')}
        />
      </SettingGroup>
    </>
  )
}
