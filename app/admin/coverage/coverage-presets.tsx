import { Link } from 'react-router'
import { languageName } from '#app/admin/article/language-name.ts'
import { coveragePath } from '#app/admin/coverage/coverage-paths.ts'
import { t } from '#app/admin/messages.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'

/** The questions that the matrix is asked most often, as links. */
export function CoveragePresets({ onFollow }: { onFollow: () => void }) {
  const presets = [
    ...TRANSLATED_LANGUAGES.map((language) => ({
      to: coveragePath({ state: 'missing', language, age: '30' }),
      text: t('coverage.preset.missing', { language: languageName(language) }),
    })),
    { to: coveragePath({ state: 'failed' }), text: t('coverage.preset.failed') },
    { to: coveragePath({ state: 'stale' }), text: t('coverage.preset.stale') },
  ]
  return (
    <nav aria-label={t('coverage.preset.label')} className="mb-5">
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {presets.map(({ to, text }) => (
          <li key={to}>
            <Link
              to={to}
              preventScrollReset
              onClick={onFollow}
              className="inline-flex min-h-8 items-center text-soft underline decoration-line underline-offset-4 hover:text-ink hover:decoration-current"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
