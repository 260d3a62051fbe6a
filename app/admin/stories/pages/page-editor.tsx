import { useQuery } from '@tanstack/react-query'
import ExternalLink from 'lucide-react/icons/external-link'
import Eye from 'lucide-react/icons/eye'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { NavLink } from 'react-router'
import type { MarkdownEditorHandle } from '#app/admin/editor/markdown-editor-props.ts'
import { PresenceNotice } from '#app/admin/kit/live/presence-notice.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { editPagePath, PAGES_PATH } from '#app/admin/kit/paths.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { LeaveDialog, useLeaveBlocker } from '#app/admin/kit/ui/leave-dialog.tsx'
import { Announcement, Notice } from '#app/admin/kit/ui/notice.tsx'
import { BackLink } from '#app/admin/kit/ui/page-section.tsx'
import { useShortcuts } from '#app/admin/kit/ui/use-shortcuts.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { asArticle, emptyForm } from '#app/admin/stories/article-form/article-form.ts'
import { PageComparison } from '#app/admin/stories/pages/page-comparison.tsx'
import {
  areSameTexts,
  type PageBase,
  usePageDraft,
  useSavePage,
} from '#app/admin/stories/pages/page-draft.ts'
import { nameOfPage } from '#app/admin/stories/pages/page-name.ts'
import { pagesQuery } from '#app/admin/stories/pages/page-queries.ts'
import { PageFields, PageRail } from '#app/admin/stories/pages/page-rail.tsx'
import { usePageCheck } from '#app/admin/stories/pages/use-page-check.ts'
import { PreviewDialog } from '#app/admin/stories/preview/preview-dialog.tsx'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { isShippedPage, type Page, type PageTexts } from '#core/domain/page.ts'
import { hashOfPage, type ShippedPage } from '#core/domain/shipped-page.ts'
import { LANGUAGE_CODES, type Language, localizedPath } from '#core/i18n/languages.ts'
import { ownPagePath } from '#core/paths.ts'

interface PageEditorProps {
  slug: string
  language: Language
  /** The stored page; null where nothing is stored. */
  page: Page | null
  /** The text that comes with the product; null for an own page. */
  shipped: ShippedPage | null
}

/** The form of a page in a language, with everything around it. */
export function PageEditor({ slug, language, page, shipped }: PageEditorProps) {
  const { draft, base, typed, isDirty, ...unsaved } = usePageDraft(
    `${slug}:${language}`,
    baseOf(page, shipped),
  )
  const content = useRef<MarkdownEditorHandle>(null)
  const [previews, setPreviews] = useState<{ line: number } | null>(null)
  const saving = useSavePage({ slug, language, draft, page })
  const check = usePageCheck({ slug, language, texts: typed })
  const isChangedElsewhere = (page?.updated_at ?? null) !== base.since
  const before = useRef(page)

  // Lets the form follow what is stored where nothing was typed; where only the address or the place in the footer has changed, what is
  // typed stays.
  const follow = useEffectEvent(() => {
    const last = before.current
    before.current = page
    if (!isChangedElsewhere || saving.isSaving) return
    if (!isDirty) {
      const next = baseOf(page, shipped)
      draft.rebase(next, next.texts)
    } else if (page && last?.updated_at === base.since && areSameTexts(last, page))
      draft.rebase({ ...base, since: page.updated_at })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: when what is stored has changed
  useEffect(() => follow(), [page?.updated_at])

  function readDraft() {
    content.current?.flush()
    return draft.state().typed
  }

  const save = (published: boolean) => {
    readDraft()
    return saving.save(published)
  }
  const preview = () => {
    readDraft()
    setPreviews({ line: content.current?.cursorLine() ?? 0 })
  }
  useShortcuts([
    { key: 's', run: () => void save(page?.published ?? false) },
    { key: 'p', alt: true, run: preview },
  ])
  const blocker = useLeaveBlocker(
    () => {
      readDraft()
      return draft.isDirty()
    },
    { logout: true },
  )
  const { root, ...fieldProblems } = saving.problems

  return (
    <>
      <BackLink to={PAGES_PATH}>{t('pages.back')}</BackLink>
      <PageHeading
        slug={slug}
        language={language}
        title={page?.title || (shipped?.title.replace('{site_name}', '').trim() ?? '')}
        published={page?.published ?? false}
        onPreview={preview}
      />
      <PresenceNotice topic={`page:${slug}:${language}`} className="mb-4" />
      {unsaved.isRestored && isDirty && (
        <Notice tone="warning" role="status" className="mb-6" title={t('pages.restored.title')}>
          <p>{t('pages.restored.text')}</p>
          <Button variant="secondary" size="sm" onClick={draft.discard}>
            {t('pages.restored.discard')}
          </Button>
        </Notice>
      )}
      {isChangedElsewhere && isDirty && !saving.isSaving && (
        <Notice tone="warning" role="status" className="mb-6" title={t('pages.changed.title')}>
          {t('pages.changed.text')}
        </Notice>
      )}
      {page && shipped && base.shipped !== null && base.shipped !== hashOfPage(shipped) && (
        <ShippedChange
          shipped={shipped}
          typed={typed}
          onChoose={(texts) => draft.rebase({ ...base, shipped: hashOfPage(shipped) }, texts)}
          onKeep={async () => {
            draft.rebase({ ...base, shipped: hashOfPage(shipped) })
            await save(page.published)
          }}
        />
      )}
      <section
        aria-label={t('pages.form')}
        aria-busy={saving.isSaving}
        className="grid grid-cols-1 gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_21rem]"
      >
        <div className="min-w-0">
          <PageFields
            typed={typed}
            language={language}
            problems={fieldProblems}
            marks={check.findings}
            content={content}
            onType={(field, text) => {
              draft.type({ [field]: text })
              if (fieldProblems[field]) saving.clear(field)
            }}
          />
          {root && <p className="mt-4 text-red text-sm">{root}</p>}
          <PageSaveBar
            page={page}
            isShipped={isShippedPage(slug)}
            isDirty={isDirty}
            isKept={!unsaved.hasFailed}
            isSaving={saving.isSaving}
            onSave={(published) => void save(published)}
          />
        </div>
        <PageRail
          slug={slug}
          language={language}
          page={page}
          shipped={shipped}
          typed={typed}
          isDirty={isDirty}
          check={check}
          onGoTo={(from, to) => content.current?.select(from, to)}
          onTake={(texts) => draft.rebase(draft.state().base, texts)}
          onDeleted={() => draft.rebase(baseOf(null, shipped), baseOf(null, shipped).texts)}
        />
      </section>
      <Announcement urgent>{Object.values(saving.problems).join(' ')}</Announcement>
      {saving.theirs && (
        <PageComparison
          title={t('pages.conflict.title')}
          intro={t('pages.conflict.text')}
          left={typed}
          leftTitle={t('pages.conflict.mine')}
          right={saving.theirs.page}
          rightTitle={t('pages.conflict.theirs')}
          action={t('pages.conflict.save')}
          onChoose={(texts) => void saving.resolve(texts)}
          onClose={saving.dismiss}
        />
      )}
      {previews && (
        <PreviewDialog
          article={previewed({ slug, language, texts: typed })}
          page
          isStored={false}
          line={previews.line}
          onClose={() => setPreviews(null)}
        />
      )}
      {blocker.state === 'blocked' && (
        <LeaveDialog
          blocker={blocker}
          title={t('pages.leave.title')}
          text={t('pages.leave.text')}
          discardLabel={t('pages.leave.discard')}
          discard={async () => {
            draft.discard()
            await unsaved.autosave.flush()
          }}
          keep={unsaved.hasFailed ? null : unsaved.autosave.flush}
        />
      )}
    </>
  )
}

function baseOf(page: Page | null, shipped: ShippedPage | null): PageBase {
  const { title = '', description = '', content = '' } = page ?? shipped ?? {}
  const hash = shipped && hashOfPage(shipped)
  return {
    texts: { title, description, content },
    since: page?.updated_at ?? null,
    shipped: page ? page.shipped : hash,
  }
}

/** The page as the preview of an article takes it. */
function previewed({ slug, language, texts }: { slug: string; language: Language; texts: PageTexts }) {
  const form = { ...emptyForm({ author: '', readingTime: '' }), title: texts.title, content: texts.content }
  return asArticle({ ...form, slug }, { id: slug, language, article: null })
}

interface PageHeadingProps {
  slug: string
  language: Language
  /** The title in this language; empty where it has none. */
  title: string
  published: boolean
  onPreview: () => void
}

const LANGUAGE_LINK =
  'inline-flex min-h-11 items-center text-soft text-sm underline-offset-4 hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:underline'

/** The name of a page, where readers find it, how they will see it, and the way to its other languages. */
function PageHeading({ slug, language, title, published, onPreview }: PageHeadingProps) {
  const offered = useOfferedLanguages()
  const rows = (useQuery(pagesQuery).data ?? []).filter((row) => row.slug === slug)
  const languages = LANGUAGE_CODES.filter(
    (code) => code === language || offered.includes(code) || rows.some((row) => row.language === code),
  )
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="font-display font-medium text-title-lg wrap-anywhere">
          {title || nameOfPage(slug, rows)}
        </h1>
        <div className="mt-1 flex flex-wrap items-center gap-x-6">
          <p className="text-sm text-soft wrap-anywhere">{ownPagePath(slug)}</p>
          <nav aria-label={t('pages.languages')}>
            <ul className="flex flex-wrap gap-x-4">
              {languages.map((code) => (
                <li key={code}>
                  <NavLink to={editPagePath(slug, code)} className={LANGUAGE_LINK}>
                    {languageName(code)}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Button variant="secondary" size="sm" onClick={onPreview}>
          <Eye aria-hidden size={16} />
          {t('pages.preview')}
        </Button>
        {(published || isShippedPage(slug)) && (
          <a
            href={localizedPath(ownPagePath(slug), language)}
            target="_blank"
            rel="noopener"
            className={buttonStyles({ variant: 'ghost', size: 'sm' })}
          >
            <ExternalLink aria-hidden size={16} />
            {t('pages.view')}
          </a>
        )}
      </div>
    </div>
  )
}

interface PageSaveBarProps {
  page: Page | null
  isShipped: boolean
  isDirty: boolean
  /** True if this browser keeps what is not saved. */
  isKept: boolean
  isSaving: boolean
  onSave: (published: boolean) => void
}

/** The bar at the lower edge: what readers see now, and the buttons that change it. */
function PageSaveBar({ page, isShipped, isDirty, isKept, isSaving, onSave }: PageSaveBarProps) {
  const isPublished = page?.published ?? false
  return (
    <div className="sticky bottom-0 z-10 -mx-5 mt-4 flex flex-wrap-reverse items-center gap-x-6 gap-y-2 border-line border-t bg-paper px-5 py-3 sm:mx-0 sm:px-0">
      <div className="flex flex-wrap gap-2 max-sm:w-full sm:gap-3">
        <Button className="max-sm:grow" aria-disabled={isSaving} onClick={() => isSaving || onSave(true)}>
          {isSaving ? t('ui.oneMoment') : isPublished ? t('pages.action.update') : t('pages.action.publish')}
        </Button>
        <Button
          variant="secondary"
          className="max-sm:grow"
          aria-disabled={isSaving}
          onClick={() => isSaving || onSave(false)}
        >
          {isPublished ? t('pages.action.unpublish') : t('pages.action.saveDraft')}
        </Button>
      </div>
      <div className="min-w-0 text-sm">
        <p className="text-soft">{describeReaders({ page, isShipped, isDirty })}</p>
        {isDirty && (
          <p className={isKept ? 'text-faint' : 'text-red'}>
            {isKept ? t('pages.kept.here') : t('pages.kept.nowhere')}
          </p>
        )}
      </div>
    </div>
  )
}

function describeReaders({
  page,
  isShipped,
  isDirty,
}: Pick<PageSaveBarProps, 'page' | 'isShipped' | 'isDirty'>): string {
  if (page?.published) return isDirty ? t('pages.readers.before') : t('pages.readers.published')
  return isShipped ? t('pages.readers.shipped') : t('pages.readers.nothing')
}

interface ShippedChangeProps {
  shipped: ShippedPage
  typed: PageTexts
  /** Puts the chosen texts into the form. */
  onChoose: (texts: PageTexts) => void
  /** Stays with the own text. */
  onKeep: () => Promise<void>
}

/** Says that the shipped text has changed since somebody edited it, and shows both. */
function ShippedChange({ shipped, typed, onChoose, onKeep }: ShippedChangeProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Notice tone="warning" className="mb-6" title={t('pages.shippedChange.title')}>
      <p>{t('pages.shippedChange.text')}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
          {t('pages.shippedChange.compare')}
        </Button>
        <Button variant="ghost" size="sm" onClick={() => void onKeep()}>
          {t('pages.shippedChange.keep')}
        </Button>
      </div>
      {isOpen && (
        <PageComparison
          title={t('pages.shippedChange.dialog')}
          intro={t('pages.compare.choose')}
          left={typed}
          leftTitle={t('pages.shippedChange.own')}
          right={shipped}
          rightTitle={t('pages.shippedChange.shipped')}
          action={t('pages.compare.take')}
          onChoose={(texts) => {
            onChoose(texts)
            setIsOpen(false)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Notice>
  )
}
