import { IntentForm } from '#app/components/newsletter/intent-form.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { useCategories, useSiteData } from '#app/hooks/use-site-data.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import type { OwnSubscription } from '#core/domain/subscription.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, LANGUAGES } from '#core/i18n/languages.ts'

/** The sections of a subscriber's preferences page, each with a form of its own. */
export function PreferenceSections({ state, language, sections, acceptsMail }: OwnSubscription) {
  const { t } = useTranslation()
  const { languages = LANGUAGE_CODES } = useSiteData()
  // A subscriber whose language is switched off gets English.
  const chosen = languages.includes(language) ? language : DEFAULT_LANGUAGE
  return (
    <div className="mt-10 divide-y divide-line border-t border-line">
      <Section title={t('preferences.language.title')}>
        <IntentForm intent="language" submit={t('preferences.language.submit')}>
          <Field label={t('preferences.language.label')} className="mb-4 max-w-xs">
            {(control) => (
              <select {...control} name="language" defaultValue={chosen} key={chosen}>
                {LANGUAGES.filter(({ code }) => languages.includes(code)).map(({ code, name }) => (
                  <option key={code} value={code} lang={code}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </IntentForm>
      </Section>
      <Section title={t('preferences.sections.title')} text={t('preferences.sections.text')}>
        <SectionChoice chosen={sections} />
      </Section>
      {state === 'active' ? (
        <Section title={t('preferences.leave.title')} text={t('preferences.leave.text')}>
          <IntentForm intent="leave" submit={t('unsubscribe.submit')} />
        </Section>
      ) : (
        <Section title={t('preferences.return.title')} text={t('preferences.return.text')}>
          <IntentForm intent="return" submit={t('subscription.return.submit')} />
        </Section>
      )}
      <Section title={t('preferences.data.title')} text={t('preferences.data.text')}>
        {acceptsMail ? (
          <IntentForm intent="data" submit={t('preferences.data.submit')} />
        ) : (
          <p className="mt-3 text-soft">{t('subscription.refused')}</p>
        )}
      </Section>
      <Section title={t('preferences.erase.title')} text={t('preferences.erase.text')}>
        {acceptsMail ? (
          <IntentForm intent="erase" submit={t('preferences.erase.submit')} />
        ) : (
          <p className="mt-3 text-soft">{t('subscription.refused')}</p>
        )}
      </Section>
    </div>
  )
}

/** A checkbox for each section. All of them are ticked for subscribers of the whole issue. */
function SectionChoice({ chosen }: { chosen: readonly string[] | null }) {
  const { t } = useTranslation()
  const categories = useCategories()
  return (
    <IntentForm intent="sections" submit={t('preferences.sections.submit')}>
      <fieldset className="mb-4 grid gap-x-6 sm:grid-cols-2" key={chosen?.join(' ')}>
        <legend className="sr-only">{t('preferences.sections.title')}</legend>
        {categories.map((slug) => (
          <label key={slug} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="section"
              value={slug}
              defaultChecked={chosen?.includes(slug) ?? true}
              className="size-5"
            />
            {` ${t(`card.badge.${slug}`)}`}
          </label>
        ))}
      </fieldset>
    </IntentForm>
  )
}

function Section({ title, text, children }: { title: string; text?: string; children: React.ReactNode }) {
  return (
    <section className="py-8">
      <h2 className="font-display text-title font-medium">{title}</h2>
      {text && <p className="mt-2 text-soft">{text}</p>}
      {children}
    </section>
  )
}
