import ChevronRight from 'lucide-react/icons/chevron-right'
import { t } from '#app/admin/messages.ts'
import type { SettingForm } from '#app/admin/settings/use-setting-form.ts'
import { LANGUAGES, type Language } from '#core/i18n/languages.ts'

interface SettingLanguagesProps {
  form: SettingForm
  /** The beginning of the names of the fields; that of the language follows. */
  field: string
  /** How much there is in a language. */
  count: (language: Language) => number
  /** Whether a language without its own uses the English list. */
  usesEnglish?: boolean
  /** All of them, unless it says which. */
  languages?: readonly Language[]
  children: (language: Language, name: string) => React.ReactNode
}

/** Lists of all languages, each folded up until it is opened or has a problem. */
export function SettingLanguages({
  form,
  field,
  count,
  usesEnglish = false,
  languages,
  children,
}: SettingLanguagesProps) {
  return (
    <div className="divide-y divide-line border-line border-y">
      {LANGUAGES.filter(({ code }) => !languages || languages.includes(code)).map(({ code, name }) => (
        <details key={code} open={form.hasProblem(`${field}.${code}`) || undefined} className="group">
          <summary className="flex min-h-11 cursor-pointer items-center gap-3 py-2 text-sm marker:content-none">
            <ChevronRight
              aria-hidden
              size={16}
              className="shrink-0 text-faint transition-transform group-open:rotate-90 motion-reduce:transition-none"
            />
            <bdi lang={code} className="font-medium">
              {name}
            </bdi>
            <span className="text-faint">
              {count(code) > 0
                ? t('settings.language.count', { count: count(code) })
                : usesEnglish && code !== 'en' && count('en') > 0
                  ? t('settings.language.asEnglish')
                  : t('settings.language.nothing')}
            </span>
          </summary>
          <div className="pb-5 pl-7">{children(code, name)}</div>
        </details>
      ))}
    </div>
  )
}
