import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MarkdownEditorHandle } from '#app/admin/editor/markdown-editor-props.ts'
import { PresenceNotice } from '#app/admin/kit/live/presence-notice.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { PAGES_PATH } from '#app/admin/kit/paths.ts'
import { LeaveDialog, useLeaveBlocker } from '#app/admin/kit/ui/leave-dialog.tsx'
import { Announcement, Notice } from '#app/admin/kit/ui/notice.tsx'
import { BackLink } from '#app/admin/kit/ui/page-section.tsx'
import { useShortcuts } from '#app/admin/kit/ui/use-shortcuts.ts'
import { asArticle, emptyForm } from '#app/admin/stories/article-form/article-form.ts'
import { PageComparison } from '#app/admin/stories/pages/page-comparison.tsx'
import { areSameTexts, type PageBase, usePageDraft } from '#app/admin/stories/pages/page-draft.ts'
import { PageHeading, PageSaveBar, ShippedChange } from '#app/admin/stories/pages/page-heading.tsx'
import { PageFields, PageRail } from '#app/admin/stories/pages/page-rail.tsx'
import { usePageCheck } from '#app/admin/stories/pages/use-page-check.ts'
import { useSavePage } from '#app/admin/stories/pages/use-save-page.ts'
import { PreviewDialog } from '#app/admin/stories/preview/preview-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { isShippedPage, type Page, type PageTexts } from '#core/domain/page.ts'
import { hashOfPage, type ShippedPage } from '#core/domain/shipped-page.ts'
import type { Language } from '#core/i18n/languages.ts'

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
