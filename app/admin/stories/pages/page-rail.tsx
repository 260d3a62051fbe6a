import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { MarkdownEditor } from '#app/admin/editor/markdown-editor.tsx'
import type { MarkdownEditorHandle, MarkdownMark } from '#app/admin/editor/markdown-editor-props.ts'
import { t } from '#app/admin/kit/messages.ts'
import { PAGES_PATH } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { RailSection } from '#app/admin/stories/article-form/rail.tsx'
import { useNameOfEditor } from '#app/admin/stories/history/history-queries.ts'
import { PageComparison } from '#app/admin/stories/pages/page-comparison.tsx'
import type { PageProblems } from '#app/admin/stories/pages/page-draft.ts'
import { PAGES_KEY, pageRevisionQuery, pageRevisionsQuery } from '#app/admin/stories/pages/page-queries.ts'
import { PageSettings } from '#app/admin/stories/pages/page-settings.tsx'
import type { PageCheck } from '#app/admin/stories/pages/use-page-check.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { deletePage } from '#core/data/pages.ts'
import { PAGE_LENGTHS, type Page, type PageRevision, type PageTexts } from '#core/domain/page.ts'
import { PAGE_MARKS, type PageMark } from '#core/domain/page-marks.ts'
import type { ShippedPage } from '#core/domain/shipped-page.ts'
import { formatCardDate } from '#core/i18n/dates.ts'
import type { Language } from '#core/i18n/languages.ts'

const MARKS: Record<PageMark, string> = {
  languages: t('pages.mark.languages'),
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

/** The panels beside the text of a page. */
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

interface DeletePageProps {
  page: Page
  isShipped: boolean
  onDeleted: () => void
  focusAfter: React.RefObject<HTMLElement | null>
}

/** Deletes an own page in a language, or goes back to the text that comes with the product. */
function DeletePage({ page: { slug, language }, isShipped, onDeleted, focusAfter }: DeletePageProps) {
  const navigate = useNavigate()
  const { toast } = useToast()
  const [asks, setAsks] = useState(false)
  const remove = useDeskMutation({ run: deletePage, invalidates: [PAGES_KEY] })
  const values = { language: languageName(language) }
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setAsks(true)}>
        {isShipped ? t('pages.reset.open') : t('pages.delete.open', values)}
      </Button>
      {asks && (
        <ConfirmDialog
          title={isShipped ? t('pages.reset.open') : t('pages.delete.title')}
          action={isShipped ? t('pages.reset.action') : t('pages.delete.action')}
          onConfirm={async () => {
            await remove.mutateAsync({ slug, language })
            onDeleted()
            toast({
              title: t('ui.success'),
              description: isShipped ? t('pages.reset.done') : t('pages.delete.done'),
            })
            if (!isShipped) await navigate(PAGES_PATH)
          }}
          onClose={() => setAsks(false)}
          focusAfter={focusAfter}
        >
          <p>{isShipped ? t('pages.reset.text') : t('pages.delete.text', values)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface PageFieldsProps {
  typed: PageTexts
  language: Language
  problems: PageProblems
  marks: readonly MarkdownMark[]
  content: RefObject<MarkdownEditorHandle | null>
  onType: (field: keyof PageTexts, text: string) => void
}

/** The fields for what readers and search engines see of a page. */
export function PageFields({ typed, language, problems, marks, content, onType }: PageFieldsProps) {
  return (
    <div className="space-y-5">
      <TextField
        label={t('pages.field.title')}
        value={typed.title}
        lang={language}
        maxLength={2 * PAGE_LENGTHS.title}
        autoComplete="off"
        required
        error={problems.title}
        onChange={({ target }) => onType('title', target.value)}
      />
      <TextField
        label={t('pages.field.description')}
        hint={t('pages.field.description.hint')}
        value={typed.description}
        lang={language}
        maxLength={2 * PAGE_LENGTHS.description}
        autoComplete="off"
        error={problems.description}
        onChange={({ target }) => onType('description', target.value)}
      />
      <Field
        label={t('pages.field.content')}
        labelHidden
        error={problems.content}
        className="flex flex-col xl:h-[max(24rem,calc(100dvh-31rem))]"
      >
        {(control) => (
          <MarkdownEditor
            ref={content}
            control={control}
            label={t('pages.field.content')}
            placeholder={t('pages.field.content.placeholder')}
            value={typed.content}
            onChange={(markdown) => onType('content', markdown)}
            language={language}
            marks={marks}
          />
        )}
      </Field>
    </div>
  )
}

const PAGE_EVENTS: Record<PageRevision['event'], string> = {
  created: t('pages.event.created'),
  changed: t('pages.event.changed'),
  published: t('pages.event.published'),
  unpublished: t('pages.event.unpublished'),
  deleted: t('pages.event.deleted'),
}

interface PageHistoryProps {
  slug: string
  language: Language
  typed: PageTexts
  /** Puts these texts into the form. */
  onTake: (texts: PageTexts) => void
}

const SHOWN = 5

/** The versions of a page in a language, the latest first. Each can be compared with the form, and brought back into it. */
function PageHistory({ slug, language, typed, onTake }: PageHistoryProps) {
  const revisions = useQuery(pageRevisionsQuery(slug, language))
  const nameOf = useNameOfEditor()
  const [compared, setCompared] = useState<number | null>(null)
  const [showsAll, setShowsAll] = useState(false)
  return (
    <QueryView query={revisions} what={t('pages.history.what')} pending={<ListSkeleton rows={2} />}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="text-sm text-soft">{t('pages.history.empty')}</p>
        ) : (
          <>
            <ol className="divide-y divide-line">
              {rows.slice(0, showsAll ? rows.length : SHOWN).map((revision) => (
                <li key={revision.id} className="py-2.5 text-sm first:pt-0">
                  <p className="font-medium">
                    <LocalTime iso={revision.made_at} precision="minute" />
                  </p>
                  <p className="text-soft wrap-anywhere">
                    {t('pages.history.line', {
                      event: PAGE_EVENTS[revision.event],
                      who: nameOf(revision.made_by),
                    })}
                  </p>
                  <Button
                    variant="secondary"
                    size="sm"
                    className="mt-1.5"
                    aria-label={t('pages.history.compareLabel', {
                      date: formatCardDate(revision.made_at, 'en'),
                    })}
                    onClick={() => setCompared(revision.id)}
                  >
                    {t('pages.history.compare')}
                  </Button>
                </li>
              ))}
            </ol>
            {rows.length > SHOWN && !showsAll && (
              <Button variant="ghost" size="sm" onClick={() => setShowsAll(true)}>
                {t('pages.history.all', { count: rows.length })}
              </Button>
            )}
            {compared !== null && (
              <ComparedVersion
                id={compared}
                typed={typed}
                onTake={(texts) => {
                  onTake(texts)
                  setCompared(null)
                }}
                onClose={() => setCompared(null)}
              />
            )}
          </>
        )
      }
    </QueryView>
  )
}

interface ComparedVersionProps extends Pick<PageHistoryProps, 'typed' | 'onTake'> {
  id: number
  onClose: () => void
}

function ComparedVersion({ id, typed, onTake, onClose }: ComparedVersionProps) {
  const revision = useQuery(pageRevisionQuery(id)).data
  if (!revision) return null
  return (
    <PageComparison
      title={t('pages.history.dialog', { date: formatCardDate(revision.made_at, 'en') })}
      intro={t('pages.compare.choose')}
      left={typed}
      leftTitle={t('pages.history.now')}
      right={revision.version}
      rightTitle={t('pages.history.then')}
      action={t('pages.compare.take')}
      prefersRight
      onChoose={onTake}
      onClose={onClose}
    />
  )
}
