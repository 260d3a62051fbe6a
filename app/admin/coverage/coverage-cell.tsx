import type { LucideIcon } from 'lucide-react'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Check from 'lucide-react/icons/check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CirclePause from 'lucide-react/icons/circle-pause'
import CircleX from 'lucide-react/icons/circle-x'
import Eye from 'lucide-react/icons/eye'
import History from 'lucide-react/icons/history'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { Link } from 'react-router'
import { languageName } from '#app/admin/article/language-name.ts'
import { nameOf } from '#app/admin/articles/article-title.tsx'
import { cellPath } from '#app/admin/coverage/coverage-paths.ts'
import { describeCell } from '#app/admin/coverage/describe-cell.ts'
import { t } from '#app/admin/messages.ts'
import type {
  CoverageCell as Cell,
  CoverageState,
  CoveredArticle,
} from '#core/domain/translation-coverage.ts'

const LOOKS: Record<CoverageState, { Icon: LucideIcon; colour: string }> = {
  missing: { Icon: CircleDashed, colour: 'text-faint' },
  'under-way': { Icon: LoaderCircle, colour: 'text-blue' },
  failed: { Icon: CircleX, colour: 'text-red' },
  stale: { Icon: History, colour: 'text-orange' },
  waiting: { Icon: Eye, colour: 'text-purple' },
  reviewed: { Icon: BadgeCheck, colour: 'text-green' },
  'up-to-date': { Icon: Check, colour: 'text-soft' },
}

interface CoverageCellProps {
  article: CoveredArticle
  cell: Cell
  /** Whether there is room for why it is so. */
  isDetailed: boolean
}

/** The state of an article in a language, which leads to where something can be done about it. */
export function CoverageCell({ article, cell, isDetailed }: CoverageCellProps) {
  const { Icon, colour } =
    cell.run_status === 'paused' ? { Icon: CirclePause, colour: 'text-orange' } : LOOKS[cell.state]
  const { text, more } = describeCell(article, cell)
  const language = languageName(cell.language)
  const isMoving = cell.run_status === 'running'
  return (
    <Link
      to={cellPath(article, cell)}
      aria-label={t('coverage.cell.label', {
        language,
        state: [text, ...more].join(', '),
        title: nameOf(article),
      })}
      title={more.join(' · ') || undefined}
      className={`group inline-flex min-h-8 items-start gap-1.5 py-1 xl:-my-1 ${colour}`}
    >
      <Icon
        aria-hidden
        size={16}
        className={`mt-0.5 shrink-0 ${isMoving ? 'animate-spin motion-reduce:animate-none' : ''}`}
      />
      <span>
        <span className="block text-faint text-xs xl:hidden">{language}</span>{' '}
        <span className="underline decoration-transparent underline-offset-4 group-hover:decoration-current">
          {text}
        </span>{' '}
        {isDetailed && more.length > 0 && (
          <span className="mt-0.5 block text-faint text-xs">{more.join(', ')}</span>
        )}
      </span>
    </Link>
  )
}
