import { Link } from 'react-router'
import { languageName } from '#app/admin/article/language-name.ts'
import { coveragePath } from '#app/admin/coverage/coverage-paths.ts'
import { t } from '#app/admin/messages.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'

const LINK =
  'inline-flex min-h-8 items-center text-soft underline decoration-line underline-offset-4 hover:text-ink hover:decoration-current'

/** The questions that the matrix is asked most often, as links. */
export function CoveragePresets({ onFollow }: { onFollow: () => void }) {
  const missing = TRANSLATED_LANGUAGES.map((language) => ({
    to: coveragePath({ state: 'missing', language, age: '30' }),
    text: languageName(language),
    label: t('coverage.preset.missingIn', { language: languageName(language) }),
  }))
  const others = [
    { to: coveragePath({ state: 'failed' }), text: t('coverage.preset.failed'), label: undefined },
    { to: coveragePath({ state: 'stale' }), text: t('coverage.preset.stale'), label: undefined },
  ]
  return (
    <nav aria-label={t('coverage.preset.label')} className="mb-5">
      <ul className="flex flex-wrap items-center gap-x-4 text-sm">
        <li aria-hidden className="max-sm:basis-full">
          {t('coverage.preset.missing')}
        </li>
        {[...missing, ...others].map(({ to, text, label }) => (
          <li key={to}>
            <Link to={to} preventScrollReset onClick={onFollow} aria-label={label} className={LINK}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
