import ChevronRight from 'lucide-react/icons/chevron-right'
import { t } from '#app/admin/kit/messages.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import type { PerLanguage } from '#app/admin/settings/localized-drafts.ts'
import type { SettingForm } from '#app/admin/settings/use-setting-form.ts'
import { TextField } from '#app/components/ui/field.tsx'
import type { Language } from '#core/i18n/languages.ts'

interface LocalizedTextProps {
  form: SettingForm
  /** The name of the texts: `header_links.0.label`. */
  field: string
  label: string
  texts: PerLanguage<string>
  /** The languages that readers are offered; English is the first. */
  languages: readonly Language[]
  onChange: (texts: PerLanguage<string>) => void
}

/** A line of text in English, with those of other languages folded up below it, which says which ones are missing. */
export function LocalizedText({ form, field, label, texts, languages, onChange }: LocalizedTextProps) {
  const others = languages.filter((language) => language !== 'en')
  const missing = others.filter((language) => texts[language].trim() === '')
  const input = (language: Language, name: string) => (
    <TextField
      key={language}
      label={name}
      lang={language}
      autoComplete="off"
      placeholder={language === 'en' ? undefined : texts.en}
      value={texts[language]}
      error={form.problemOf(`${field}.${language}`)}
      onChange={({ target }) => onChange({ ...texts, [language]: target.value })}
    />
  )
  const hasProblem = others.some((language) => form.hasProblem(`${field}.${language}`))
  return (
    <div className="min-w-0">
      {input('en', label)}
      {others.length > 0 && (
        <details open={hasProblem || undefined} className="group mt-1">
          <summary className="flex min-h-9 cursor-pointer items-center gap-2 text-faint text-sm marker:content-none">
            <ChevronRight
              aria-hidden
              size={16}
              className="shrink-0 transition-transform group-open:rotate-90 motion-reduce:transition-none"
            />
            <span className="whitespace-nowrap font-medium text-soft">{t('navigation.language.others')}</span>
            <span className="min-w-0 truncate">
              {missing.length === 0
                ? t('navigation.language.all')
                : t('navigation.language.missing', { languages: missing.map(languageName).join(', ') })}
            </span>
          </summary>
          <div className="grid grid-cols-1 gap-3 py-2 pl-6 sm:grid-cols-2">
            {others.map((language) => input(language, languageName(language)))}
          </div>
        </details>
      )}
    </div>
  )
}
