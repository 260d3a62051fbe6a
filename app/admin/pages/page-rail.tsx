import { useRef } from 'react'
import { RailSection } from '#app/admin/article/rail/rail-section.tsx'
import { t } from '#app/admin/messages.ts'
import { DeletePage } from '#app/admin/pages/delete-page.tsx'
import { PageHistory } from '#app/admin/pages/page-history.tsx'
import { PageSettings } from '#app/admin/pages/page-settings.tsx'
import type { PageCheck } from '#app/admin/pages/use-page-check.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { Page, PageTexts } from '#core/domain/page.ts'
import { PAGE_MARKS, type PageMark } from '#core/domain/page-marks.ts'
import type { ShippedPage } from '#core/domain/shipped-page.ts'
import type { Language } from '#core/i18n/languages.ts'

const MARKS: Record<PageMark, string> = {
  site_name: t('pages.mark.siteName'),
  contact_address: t('pages.mark.contactAddress'),
  responsible: t('pages.mark.responsible'),
  site_url: t('pages.mark.siteUrl'),
  newsletter_time: t('pages.mark.newsletterTime'),
}

interface PageRailProps {
  slug: string
  language: Language
  page: Page | null
  shipped: ShippedPage | null
  typed: PageTexts
  isDirty: boolean
  check: PageCheck
  onGoTo: (from: number, to: number) => void
  /** Puts these texts into the form. */
  onTake: (texts: PageTexts) => void
  onDeleted: () => void
}

/** What stands beside the text of a page. */
export function PageRail(props: PageRailProps) {
  const { slug, language, page, shipped, typed, isDirty, check, onGoTo, onTake, onDeleted } = props
  const versions = useRef<HTMLHeadingElement>(null)
  return (
    <div>
      <RailSection id="check" title={t('pages.check.title')}>
        <FindingList check={check} onGoTo={onGoTo} />
      </RailSection>
      {page && !shipped && (
        <RailSection id="address" title={t('pages.settings.title')} intro={t('pages.settings.intro')}>
          <PageSettings key={`${page.slug} ${page.position}`} page={page} isDirty={isDirty} />
        </RailSection>
      )}
      <RailSection id="marks" title={t('pages.marks.title')} intro={t('pages.marks.intro')}>
        <dl className="space-y-2 text-sm">
          {PAGE_MARKS.map((mark) => (
            <div key={mark}>
              <dt className="font-mono text-ink">{`{${mark}}`}</dt>
              <dd className="text-soft">{MARKS[mark]}</dd>
            </div>
          ))}
        </dl>
      </RailSection>
      <RailSection
        id="versions"
        title={t('pages.history.title')}
        titleRef={versions}
        intro={t('pages.history.intro')}
      >
        <PageHistory slug={slug} language={language} typed={typed} onTake={onTake} />
      </RailSection>
      {page && (
        <RailSection id="delete" title={shipped ? t('pages.reset.title') : t('pages.delete.title')}>
          <DeletePage page={page} isShipped={shipped !== null} onDeleted={onDeleted} focusAfter={versions} />
        </RailSection>
      )}
    </div>
  )
}

function FindingList({ check: { findings, isChecking }, onGoTo }: Pick<PageRailProps, 'check' | 'onGoTo'>) {
  if (findings.length === 0)
    return (
      <p role="status" className="text-sm text-soft">
        {isChecking ? t('pages.check.running') : t('pages.check.none')}
      </p>
    )
  return (
    <ul className="divide-y divide-line border-line border-y">
      {findings.map(({ from, to, message, isProblem }) => (
        <li key={`${from} ${message}`} className="flex items-start justify-between gap-3 py-3 text-sm">
          <p className="min-w-0 wrap-anywhere">
            <span className="mr-2 inline-block">
              <Badge tone={isProblem ? 'red' : 'orange'} look="plain">
                {isProblem ? t('check.problem') : t('check.question')}
              </Badge>
            </span>
            {message}
          </p>
          <Button
            variant="secondary"
            size="sm"
            aria-label={t('pages.check.showLabel', { message })}
            onClick={() => onGoTo(from, to)}
          >
            {t('pages.check.show')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
