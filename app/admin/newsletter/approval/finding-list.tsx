import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleX from 'lucide-react/icons/circle-x'
import Info from 'lucide-react/icons/info'
import { Link } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { describeFinding, placeOf } from '#app/admin/newsletter/approval/describe-finding.ts'
import {
  CHECKLIST_WEIGHTS,
  type ChecklistFinding,
  type ChecklistWeight,
} from '#core/domain/newsletter-checklist.ts'
import { isLanguage, type Language } from '#core/i18n/languages.ts'

interface FindingListProps {
  findings: readonly ChecklistFinding[]
  /** Shows the texts of an edition; absent where there is no way to them, as in a dialog. */
  onShow?: (language: Language) => void
}

const LOOKS: Record<ChecklistWeight, { icon: typeof Info; className: string; label: string }> = {
  blocks: { icon: CircleX, className: 'text-red', label: t('newsletterSending.weight.blocks') },
  asks: { icon: CircleAlert, className: 'text-orange', label: t('newsletterSending.weight.asks') },
  informs: { icon: Info, className: 'text-faint', label: t('newsletterSending.weight.informs') },
}

/** What the checklist has found, and the way to each. */
export function FindingList({ findings, onShow }: FindingListProps) {
  return (
    <ul className="divide-y divide-line text-sm">
      {findings.map((finding) => {
        const { icon: Icon, className, label } = LOOKS[CHECKLIST_WEIGHTS[finding.code]]
        return (
          <li key={`${finding.code} ${finding.language} ${finding.detail}`} className="flex gap-3 py-2.5">
            <Icon size={17} aria-label={label} role="img" className={`mt-0.5 shrink-0 ${className}`} />
            <span className="min-w-0 wrap-anywhere">
              {describeFinding(finding)} <Way finding={finding} onShow={onShow} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const LINK = 'underline underline-offset-4 hover:text-ink'

function Way({ finding, onShow }: { finding: ChecklistFinding; onShow: FindingListProps['onShow'] }) {
  const place = placeOf(finding)
  if (place?.isElsewhere)
    return (
      <a href={place.to} target="_blank" rel="noreferrer" className={`text-soft ${LINK}`}>
        {place.to}
      </a>
    )
  if (!onShow) return null
  if (place)
    return (
      <Link to={place.to} className={`text-soft ${LINK}`}>
        {t('newsletterSending.finding.go')}
      </Link>
    )
  const { language } = finding
  if (!isLanguage(language)) return null
  return (
    <button type="button" className={`text-soft ${LINK}`} onClick={() => onShow(language)}>
      {t('newsletterSending.finding.show')}
    </button>
  )
}
