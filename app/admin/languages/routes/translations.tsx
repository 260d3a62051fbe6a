import { useRef } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { useTableAddress } from '#app/admin/kit/table/table-address.ts'
import { showResults } from '#app/admin/kit/table/table-view.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { CoverageHeading } from '#app/admin/languages/coverage/coverage-heading.tsx'
import { CoverageList } from '#app/admin/languages/coverage/coverage-list.tsx'
import { COVERAGE_TABLE, coveragePath } from '#app/admin/languages/coverage/coverage-table.ts'
import { useOfferedTranslations } from '#app/admin/settings/use-languages.ts'
import { translatesInto } from '#core/domain/role.ts'

export default function Translations() {
  const table = useTableAddress(COVERAGE_TABLE)
  const results = useRef<HTMLElement>(null)
  return (
    <>
      <CoverageHeading />
      <CoveragePresets onFollow={() => showResults(results.current)} />
      <CoverageList table={table} results={results} />
    </>
  )
}

const LINK =
  'inline-flex min-h-8 items-center text-soft underline decoration-line underline-offset-4 hover:text-ink hover:decoration-current'

/** The questions that the matrix is asked most often, as links. */
function CoveragePresets({ onFollow }: { onFollow: () => void }) {
  const member = useMember()
  const languages = useOfferedTranslations().filter((language) => translatesInto(member, language))
  const missing = languages.map((language) => ({
    to: coveragePath({ state: 'missing', language, age: '30' }),
    text: languageName(language),
    label: t('coverage.preset.missingIn', { language: languageName(language) }),
  }))
  const others = [
    { to: coveragePath({ state: 'failed' }), text: t('coverage.preset.failed'), label: undefined },
    { to: coveragePath({ state: 'stale' }), text: t('coverage.preset.stale'), label: undefined },
    { to: coveragePath({ state: 'unread' }), text: t('coverage.preset.unread'), label: undefined },
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
