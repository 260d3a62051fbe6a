import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { ARTICLES_PATH, DRAFTS_PATH, editArticlePath } from '#app/admin/kit/paths.ts'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { formatCount } from '#app/admin/operations/imports/describe-import.ts'
import { NoteGroups } from '#app/admin/operations/imports/note-groups.tsx'
import { Facts } from '#app/admin/operations/system-part.tsx'
import type { ImportRecord, ImportReport } from '#core/domain/site-import.ts'
import { isLanguage } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'

interface ReportViewProps {
  record: ImportRecord
  report: ImportReport
  titleRef: React.Ref<HTMLHeadingElement>
}

/** Says what an import has brought, and where it is. */
export function ReportView({ record, report, titleRef }: ReportViewProps) {
  return (
    <>
      <PageSection
        id="report"
        title={t('imports.report')}
        intro={t('imports.report.intro')}
        titleRef={titleRef}
      >
        {record.problem && (
          <Notice tone="problem" className="mb-6">
            <p className="wrap-anywhere">{record.problem}</p>
          </Notice>
        )}
        <ReportFacts report={report} />
      </PageSection>
      {record.made.length > 0 && (
        <PageSection id="made" title={t('imports.made')} intro={t('imports.made.intro')}>
          <MadeArticles record={record} report={report} />
        </PageSection>
      )}
      {record.notes.length > 0 && (
        <PageSection id="changes" title={t('imports.changed')} intro={t('imports.changed.intro')}>
          <div className="divide-y divide-line">
            <NoteGroups notes={record.notes} />
          </div>
        </PageSection>
      )}
    </>
  )
}

function ReportFacts({ report }: { report: ImportReport }) {
  const { created, updated, unchanged, touched, failed, pictures, picturesFailed, oldAddresses } = report
  const counted = (name: string, count: number, detail?: string) =>
    count > 0 ? [{ name, value: formatCount(count), detail }] : []
  return (
    <Facts
      facts={[
        { name: t('imports.report.created'), value: formatCount(created) },
        ...counted(t('imports.report.updated'), updated),
        ...counted(t('imports.report.unchanged'), unchanged),
        ...counted(t('imports.report.touched'), touched, t('imports.report.touchedHint')),
        ...counted(t('imports.report.failed'), failed, t('imports.report.failedHint')),
        ...counted(t('imports.report.pictures'), pictures),
        ...counted(
          t('imports.report.picturesFailed'),
          picturesFailed,
          t('imports.report.picturesFailedHint'),
        ),
        ...counted(t('imports.report.oldAddresses'), oldAddresses, t('imports.report.oldAddressesHint')),
      ]}
    />
  )
}

const TEXT_LINK = 'underline decoration-line underline-offset-4 hover:decoration-current'

/** The others are found in the lists. */
const SHOWN = 10

/** The first articles of an import, with links to read and to edit each. */
function MadeArticles({ record, report }: { record: ImportRecord; report: ImportReport }) {
  const made = record.made.slice(0, SHOWN)
  const others = report.created + report.updated - made.length
  return (
    <>
      <ul aria-labelledby="made" className="divide-y divide-line border-line border-y">
        {made.map(({ title, slug, language, published }) => {
          const address = { slug, ...(isLanguage(language) && { language }) }
          return (
            <li
              key={`${language}/${slug}`}
              className="flex flex-wrap items-center justify-between gap-x-5 text-sm sm:flex-nowrap"
            >
              <Link
                to={editArticlePath(address)}
                className={`inline-flex min-h-11 min-w-0 items-center py-1.5 font-medium wrap-anywhere ${TEXT_LINK}`}
              >
                {title || t('imports.made.untitled')}
              </Link>
              {published ? (
                <a
                  href={articlePath(address)}
                  aria-label={t('imports.made.readNamed', { title })}
                  className={`inline-flex min-h-11 shrink-0 items-center text-soft ${TEXT_LINK}`}
                >
                  {t('imports.made.read')}
                </a>
              ) : (
                <span className="shrink-0 text-faint">{t('imports.made.draft')}</span>
              )}
            </li>
          )
        })}
      </ul>
      {others > 0 && (
        <p className="mt-3 text-faint text-sm">
          {t('imports.more', { count: others, shown: formatCount(others) })}
        </p>
      )}
      <p className="mt-3 flex flex-wrap gap-x-5 text-sm">
        <Link to={ARTICLES_PATH} className={`inline-flex min-h-11 items-center ${TEXT_LINK}`}>
          {t('imports.made.articles')}
        </Link>
        <Link to={DRAFTS_PATH} className={`inline-flex min-h-11 items-center ${TEXT_LINK}`}>
          {t('imports.made.drafts')}
        </Link>
      </p>
    </>
  )
}
