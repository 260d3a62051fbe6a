import { Link } from 'react-router'
import { formatCount, STATES } from '#app/admin/imports/describe-import.ts'
import { ImportFacts } from '#app/admin/imports/import-facts.tsx'
import { importPath } from '#app/admin/imports/import-paths.ts'
import { t } from '#app/admin/messages.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import type { ImportSummary } from '#core/domain/site-import.ts'

/** The imports that there were, with their states. */
export function ImportList({ imports }: { imports: readonly ImportSummary[] }) {
  if (imports.length === 0) return <p className="text-sm text-soft">{t('imports.list.none')}</p>
  return (
    <ul aria-labelledby="imports" className="divide-y divide-line">
      {imports.map((one) => {
        const { tone, label } = STATES[one.state]
        return (
          <li key={one.id} className="pt-1.5 pb-4 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-x-3 text-sm">
              <Link
                to={importPath(one.id)}
                className="inline-flex min-h-11 min-w-0 items-center font-medium underline decoration-line underline-offset-4 wrap-anywhere hover:decoration-current"
              >
                {one.name}
              </Link>
              <Badge tone={tone}>{label}</Badge>
            </p>
            <p className="text-faint text-sm">
              {one.articles > 0 &&
                `${t('imports.articles', { count: one.articles, shown: formatCount(one.articles) })} · `}
              <ImportFacts record={one} />
            </p>
            {one.problem && <p className="mt-1 text-sm text-soft wrap-anywhere">{one.problem}</p>}
          </li>
        )
      })}
    </ul>
  )
}
