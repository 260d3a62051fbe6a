import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleX from 'lucide-react/icons/circle-x'
import Info from 'lucide-react/icons/info'
import type { To } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import {
  MAIL_SETTINGS_PATH,
  NEWSLETTER_SETTINGS_PATH,
  SUBSCRIBERS_PATH,
  TRANSLATIONS_PATH,
} from '#app/admin/kit/paths.ts'
import { ScreenLink } from '#app/admin/kit/session/member.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { contentId } from '#app/admin/newsletter/content/content-section.tsx'
import { editionFieldId } from '#app/admin/newsletter/draft/edition-fields.tsx'
import { stepLink } from '#app/admin/newsletter/use-step.ts'
import {
  CHECKLIST_WEIGHTS,
  type ChecklistCode,
  type ChecklistFinding,
  type ChecklistWeight,
} from '#core/domain/newsletter-checklist.ts'
import { MESSAGE_MAX_BYTES } from '#core/domain/newsletter-issue.ts'
import { isLanguage, type Language } from '#core/i18n/languages.ts'

const NUMBER = new Intl.NumberFormat('en')
const KILOBYTES = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

interface FindingListProps {
  findings: readonly ChecklistFinding[]
  /** Of the edition that has a step of its own; absent in dialogs, which lead nowhere. */
  own?: Language
}

const LOOKS: Record<ChecklistWeight, { icon: typeof Info; className: string; label: string }> = {
  blocks: { icon: CircleX, className: 'text-red', label: t('newsletterSending.weight.blocks') },
  asks: { icon: CircleAlert, className: 'text-orange', label: t('newsletterSending.weight.asks') },
  informs: { icon: Info, className: 'text-faint', label: t('newsletterSending.weight.informs') },
}

/** The findings of the checklist, each with a link to where it is resolved. */
export function FindingList({ findings, own }: FindingListProps) {
  return (
    <ul className="divide-y divide-line text-sm">
      {joinMissingEditions(findings).map((finding) => {
        const { icon: Icon, className, label } = LOOKS[CHECKLIST_WEIGHTS[finding.code]]
        return (
          <li key={`${finding.code} ${finding.language} ${finding.detail}`} className="flex gap-3 py-2.5">
            <Icon size={17} aria-label={label} role="img" className={`mt-0.5 shrink-0 ${className}`} />
            <span className="min-w-0 wrap-anywhere">
              {describeFinding(finding)} <FindingLink finding={finding} own={own} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** The editions that are missing as one finding, whose detail is its sentence. */
export function joinMissingEditions(findings: readonly ChecklistFinding[]): ChecklistFinding[] {
  const missing = findings.filter(({ code }) => code === 'no_edition')
  const [first] = missing
  if (!first) return [...findings]
  const languages = missing.map(({ language, detail }) =>
    isLanguage(language) ? `${languageName(language)} (${NUMBER.format(Number(detail))})` : '',
  )
  const count = missing.reduce((sum, { detail }) => sum + (Number(detail) || 0), 0)
  const sentence = t('newsletterSending.finding.noEdition', {
    count,
    readers: NUMBER.format(count),
    languages: LIST.format(languages),
  })
  const joined = { ...first, language: null, detail: sentence }
  return findings.flatMap((finding) =>
    finding === first ? joined : finding.code === 'no_edition' ? [] : finding,
  )
}

const LINK = 'underline underline-offset-4 hover:text-ink'

function FindingLink({ finding, own }: { finding: ChecklistFinding; own: Language | undefined }) {
  if (finding.code === 'dead_link' && finding.detail)
    return (
      <a href={finding.detail} target="_blank" rel="noreferrer" className={`text-soft ${LINK}`}>
        {finding.detail}
      </a>
    )
  const place = own && placeOf(finding, own)
  if (!place) return null
  return (
    <ScreenLink to={place} className={`text-soft ${LINK}`}>
      {t(typeof place === 'string' ? 'newsletterSending.finding.go' : 'newsletterSending.finding.show')}
    </ScreenLink>
  )
}

/** The sentence of a finding. */
function describeFinding({ code, language, detail }: ChecklistFinding): string {
  const name = isLanguage(language) ? languageName(language) : ''
  const values = { language: name, detail: detail ?? '' }
  const sentences: Record<ChecklistCode, () => string> = {
    no_subject: () => t('newsletterSending.finding.noSubject', { language: name }),
    subject_not_plain: () => t('newsletterSending.finding.subjectNotPlain', { language: name }),
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
    no_edition: () => values.detail,
    nothing_chosen: () =>
      t('newsletterSending.finding.nothingChosen', {
        count: Number(detail),
        readers: NUMBER.format(Number(detail)),
      }),
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

/** Returns where a finding is resolved: another page, or a step and the field in it. */
export function placeOf({ code, language }: ChecklistFinding, own: Language): To | null {
  switch (code) {
    case 'no_edition':
      return stepLink({ step: 'editions' })
    case 'no_test':
      return stepLink({ step: 'check', id: 'issue-test' })
    case 'no_transport':
      return MAIL_SETTINGS_PATH
    case 'stale_translation':
      return TRANSLATIONS_PATH
    case 'no_recipients':
      return SUBSCRIBERS_PATH
    case 'no_reply_address':
      return NEWSLETTER_SETTINGS_PATH
    case 'same_issue_lately':
      return placeIn(own, editionFieldId(own, 'subject'))
    case 'no_subject':
    case 'subject_not_plain':
      return language && placeIn(language, editionFieldId(language, 'subject'))
    case 'no_preheader':
      return language && placeIn(language, editionFieldId(language, 'preheader'))
    case 'no_content':
    case 'no_text_part':
    case 'too_large':
      return language && placeIn(language, contentId(language))
    default:
      return language && placeIn(language)
  }

  function placeIn(edition: Language, id?: string): To {
    const place =
      edition === own ? ({ step: 'write' } as const) : ({ step: 'editions', language: edition } as const)
    return stepLink({ ...place, ...(id && { id }) })
  }
}
