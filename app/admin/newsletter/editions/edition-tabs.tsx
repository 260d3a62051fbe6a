import * as Tabs from 'radix-ui/tabs'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { countEnglishArticles } from '#app/admin/newsletter/editions/edition-audience.ts'
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import type { NewsletterEdition } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'

interface EditionTabsProps {
  languages: readonly Language[]
  stored: DeskIssue
  /** The languages whose edition is older than the English one. */
  stale: ReadonlySet<Language | null>
  language: Language
  onChange: (language: Language) => void
  children: React.ReactNode
}

const TAB =
  '-mb-px flex min-h-14 shrink-0 flex-col items-start justify-start gap-0.5 py-2 border-transparent border-b-2 px-1 text-sm text-soft hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-ink aria-selected:text-ink [&[aria-selected=true]>span:first-child]:font-semibold'

/** Languages of the issue, each with the state of its edition. */
export function EditionTabs({ languages, stored, stale, language, onChange, children }: EditionTabsProps) {
  return (
    <Tabs.Root value={language} onValueChange={(value) => onChange(value as Language)}>
      <Tabs.List
        aria-label={t('newsletterIssue.editions')}
        className="mb-4 flex gap-6 overflow-x-auto border-line border-b"
      >
        {languages.map((code) => (
          <Tabs.Trigger key={code} value={code} className={TAB}>
            <span>{languageName(code)}</span>
            <EditionState
              edition={stored.editions.find((edition) => edition.language === code) ?? null}
              isStale={stale.has(code)}
            />
            <EnglishArticles stored={stored} language={code} />
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value={language} tabIndex={-1}>
        {children}
      </Tabs.Content>
    </Tabs.Root>
  )
}

function EnglishArticles({ stored, language }: { stored: DeskIssue; language: Language }) {
  const counts = countEnglishArticles(stored, language)
  return counts && <span className="text-xs">{t('newsletterIssue.english.tab', counts)}</span>
}

/** The origin and the review of an edition, as a badge. */
function EditionState({ edition, isStale }: { edition: NewsletterEdition | null; isStale: boolean }) {
  const [tone, label] = stateOf(edition, isStale)
  return (
    <Badge look="plain" tone={tone}>
      {label}
    </Badge>
  )
}

function stateOf(edition: NewsletterEdition | null, isStale: boolean): [BadgeTone, string] {
  if (!edition) return ['grey', t('newsletterIssue.state.missing')]
  if (isStale) return ['orange', t('newsletterIssue.state.stale')]
  if (edition.reviewed_at) return ['green', t('newsletterIssue.state.reviewed')]
  if (edition.origin === 'person') return ['blue', t('newsletterIssue.state.person')]
  if (edition.origin === 'rules') return ['purple', t('newsletterIssue.state.rules')]
  return [
    'purple',
    t(edition.source_hash ? 'newsletterIssue.state.translated' : 'newsletterIssue.state.model'),
  ]
}
