import { t } from '#app/admin/kit/messages.ts'
import {
  AUDIT_PATH,
  BACKUPS_PATH,
  IMPORTS_PATH,
  SYSTEM_PATH,
  SYSTEM_QUEUE_PATH,
  SYSTEM_REQUESTS_PATH,
} from '#app/admin/kit/paths.ts'
import { useDeskFacts } from '#app/admin/kit/query/desk-facts.ts'
import { ViewTabs } from '#app/admin/kit/ui/page-section.tsx'

interface SystemPartProps {
  id: string
  title: string
  intro?: React.ReactNode
  titleRef?: React.Ref<HTMLHeadingElement>
  children: React.ReactNode
}

/** A part of a view of the system that takes its whole width. */
export function SystemPart({ id, title, intro, titleRef, children }: SystemPartProps) {
  return (
    <section aria-labelledby={id} className="mb-12">
      <h2 id={id} ref={titleRef} tabIndex={-1} className="font-semibold">
        {title}
      </h2>
      {intro && <p className="mt-1.5 max-w-prose text-sm text-soft">{intro}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}

interface FactsProps {
  facts: readonly {
    name: string /** Where several have one name. */
    id?: string
    value: React.ReactNode
    detail?: React.ReactNode
  }[]
}

/** Names with what is so, one below the other. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="divide-y divide-line text-sm">
      {facts.map(({ name, id, value, detail }) => (
        <div
          key={id ?? name}
          className="gap-x-5 py-3 first:pt-0 last:pb-0 sm:grid sm:grid-cols-[10rem_minmax(0,1fr)]"
        >
          <dt className="text-faint">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">
            {value}
            {detail && <div className="mt-0.5 text-faint">{detail}</div>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The heading of all views of what runs the site, with the links between them. `failed` is missing where the jobs are not read. */
export function SystemHeading({ failed }: { failed?: number | undefined }) {
  const facts = useDeskFacts()
  const count = failed ?? facts?.waiting.health.failed_jobs ?? 0
  return (
    <>
      <h1 className="mb-4 font-display font-medium text-title-lg">{t('system.title')}</h1>
      <ViewTabs
        label={t('system.views')}
        tabs={[
          { to: SYSTEM_PATH, label: t('system.tab.overview') },
          { to: BACKUPS_PATH, label: t('backups.title') },
          { to: IMPORTS_PATH, label: t('imports.title') },
          { to: AUDIT_PATH, label: t('audit.title') },
          {
            to: SYSTEM_QUEUE_PATH,
            label: count > 0 ? t('system.tab.jobsFailed', { count }) : t('system.tab.jobs'),
          },
          { to: SYSTEM_REQUESTS_PATH, label: t('system.tab.requests') },
        ]}
      />
    </>
  )
}
