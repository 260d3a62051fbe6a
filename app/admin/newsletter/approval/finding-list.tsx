import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleX from 'lucide-react/icons/circle-x'
import Info from 'lucide-react/icons/info'
import { Link } from 'react-router'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { TRANSLATIONS_PATH } from '#app/admin/translations/translation-paths.ts'
import {
  CHECKLIST_WEIGHTS,
  type ChecklistCode,
  type ChecklistFinding,
  type ChecklistWeight,
} from '#core/domain/newsletter-checklist.ts'
import { MESSAGE_MAX_BYTES } from '#core/domain/newsletter-issue.ts'
import { isLanguage, type Language } from '#core/i18n/languages.ts'

const KILOBYTES = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

interface FindingListProps {
  findings: readonly ChecklistFinding[]
  /** Shows the texts of an edition; absent in dialogs. */
  onShow?: (language: Language) => void
}

const LOOKS: Record<ChecklistWeight, { icon: typeof Info; className: string; label: string }> = {
  blocks: { icon: CircleX, className: 'text-red', label: t('newsletterSending.weight.blocks') },
  asks: { icon: CircleAlert, className: 'text-orange', label: t('newsletterSending.weight.asks') },
  informs: { icon: Info, className: 'text-faint', label: t('newsletterSending.weight.informs') },
}

/** The findings of the checklist, each with a link to where it is resolved. */
export function FindingList({ findings, onShow }: FindingListProps) {
  return (
    <ul className="divide-y divide-line text-sm">
      {findings.map((finding) => {
        const { icon: Icon, className, label } = LOOKS[CHECKLIST_WEIGHTS[finding.code]]
        return (
          <li key={`${finding.code} ${finding.language} ${finding.detail}`} className="flex gap-3 py-2.5">
            <Icon size={17} aria-label={label} role="img" className={`mt-0.5 shrink-0 ${className}`} />
            <span className="min-w-0 wrap-anywhere">
              {describeFinding(finding)} <FindingLink finding={finding} onShow={onShow} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const LINK = 'underline underline-offset-4 hover:text-ink'

function FindingLink({ finding, onShow }: { finding: ChecklistFinding; onShow: FindingListProps['onShow'] }) {
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

/** The sentence of a finding. */
function describeFinding({ code, language, detail }: ChecklistFinding): string {
  const name = isLanguage(language) ? languageName(language) : ''
  const values = { language: name, detail: detail ?? '' }
  const sentences: Record<ChecklistCode, () => string> = {
    no_subject: () => t('newsletterSending.finding.noSubject', { language: name }),
    no_content: () => t('newsletterSending.finding.noContent', { language: name }),
    no_test: () => t('newsletterSending.finding.noTest'),
    dead_link: () => t('newsletterSending.finding.deadLink'),
    too_large: () =>
      t('newsletterSending.finding.tooLarge', {
        language: name,
        size: KILOBYTES.format(Number(detail) / 1024),
        most: KILOBYTES.format(MESSAGE_MAX_BYTES / 1024),
      }),
    no_preheader: () => t('newsletterSending.finding.noPreheader', { language: name }),
    no_text_part: () => t('newsletterSending.finding.noTextPart', { language: name }),
    nobody_in_language: () => t('newsletterSending.finding.nobody', { language: name }),
    no_edition: () =>
      t('newsletterSending.finding.noEdition', { language: name, count: Number(detail) || 0 }),
    not_reviewed: () => t('newsletterSending.finding.notReviewed', { language: name }),
    stale_edition: () => t('newsletterSending.finding.staleEdition', { language: name }),
    stale_translation: () => t('newsletterSending.finding.staleTranslation', values),
    same_issue_lately: () => t('newsletterSending.finding.sameIssue', { subject: values.detail }),
    no_reply_address: () => t('newsletterSending.finding.noReplyAddress'),
    no_recipients: () => t('newsletterSending.finding.noRecipients'),
    no_transport: () => t('newsletterSending.finding.noTransport'),
  }
  return sentences[code]()
}

/** Where a finding is resolved; null when it is about the texts of its edition. */
function placeOf({ code, detail }: ChecklistFinding): { to: string; isElsewhere: boolean } | null {
  switch (code) {
    case 'dead_link':
      return detail ? { to: detail, isElsewhere: true } : null
    case 'no_test':
      return { to: '#issue-test', isElsewhere: false }
    case 'no_transport':
      return { to: '/admin/settings/mail', isElsewhere: false }
    case 'no_reply_address':
      return { to: '/admin/settings/newsletter-settings', isElsewhere: false }
    case 'stale_translation':
      return { to: TRANSLATIONS_PATH, isElsewhere: false }
    default:
      return null
  }
}
