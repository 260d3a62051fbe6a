import { useQuery } from '@tanstack/react-query'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useRef, useState } from 'react'
import { DeskForm, FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Announcement, Notice } from '#app/admin/kit/ui/notice.tsx'
import { RailSection } from '#app/admin/stories/article-form/rail.tsx'
import { useNameOfEditor } from '#app/admin/stories/history/history-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { createPreview, listPreviews, revokePreview } from '#core/data/article-previews.ts'
import type { Article } from '#core/domain/article.ts'
import { previewInput } from '#core/domain/article-input.ts'
import { type ArticlePreview, MAX_PREVIEW_DAYS, PREVIEW_DAYS } from '#core/domain/article-preview.ts'
import { formatCardDate } from '#core/i18n/dates.ts'
import { previewPath } from '#core/paths.ts'

const PREVIEWS_KEY = ['previews']

const previewsQuery = (articleId: string) =>
  deskQuery([...PREVIEWS_KEY, articleId], (client) => listPreviews(client, articleId))

interface PreviewListProps {
  previews: ArticlePreview[]
  focusAfter: React.RefObject<HTMLElement | null>
  onRevoked: (id: string) => void
}

interface PreviewFormProps {
  articleId: string
  onMade: (made: { id: string; token: string }) => void
}

/** Links that show a story before it is published. A new link is shown once, because only its hash is stored. */
export function PreviewPanel({ article, isDirty }: { article: Article; isDirty: boolean }) {
  const { siteUrl } = useSiteData()
  const previews = useQuery(previewsQuery(article.id))
  const [made, setMade] = useState<{ id: string; token: string } | null>(null)
  const list = useRef<HTMLDivElement>(null)
  return (
    <RailSection id="preview" title={t('preview.title')} intro={t('preview.intro')}>
      <div className="space-y-6">
        {isDirty && <Notice tone="warning">{t('preview.notSaved')}</Notice>}
        <PreviewForm articleId={article.id} onMade={setMade} />
        {made && <NewLink key={made.id} link={siteUrl + previewPath(made.token, article.language)} />}
        <div ref={list} tabIndex={-1}>
          <h3 className="font-medium text-sm">{t('preview.list')}</h3>
          <QueryView query={previews} what={t('preview.what')} pending={<ListSkeleton rows={1} />}>
            {(rows) => (
              <PreviewList
                previews={rows}
                focusAfter={list}
                onRevoked={(id) => id === made?.id && setMade(null)}
              />
            )}
          </QueryView>
        </div>
      </div>
    </RailSection>
  )
}

/** Makes a link that works for some days. */
function PreviewForm({ articleId, onMade }: PreviewFormProps) {
  const make = useDeskMutation({ run: createPreview, invalidates: [PREVIEWS_KEY] })
  const state = useDeskForm({
    schema: previewInput,
    initial: { days: String(PREVIEW_DAYS) },
    async submit({ days }) {
      const answer = await make.mutateAsync({ articleId, days })
      if (answer.status === 'created') return onMade({ id: answer.id, token: answer.token })
      const message = answer.status === 'gone' ? t('preview.refused.gone') : t('preview.refused.tooMany')
      state.form.setError('root', { message })
    },
  })
  return (
    <DeskForm
      state={state}
      label={t('preview.title')}
      action={t('preview.make')}
      busyAction={t('preview.make.busy')}
      secondary
      className="max-w-md"
    >
      <FormField
        state={state}
        name="days"
        label={t('preview.days')}
        hint={t('preview.days.hint', { most: MAX_PREVIEW_DAYS })}
        inputMode="numeric"
        autoComplete="off"
        className="max-w-60"
      />
    </DeskForm>
  )
}

/** A link that was made just now, selected, to be copied. */
function NewLink({ link }: { link: string }) {
  const box = useRef<HTMLDivElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => box.current?.querySelector('input')?.select(), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(link)
      setOutcome('copied')
    } catch {
      // Without https, or without permission, there is no clipboard.
      setOutcome('failed')
      box.current?.querySelector('input')?.select()
    }
  }

  return (
    <div ref={box} className="border-green border-l-2 pl-4">
      <p className="font-semibold text-sm">{t('preview.made')}</p>
      <p className="mt-1 text-sm text-soft">{t('preview.made.text')}</p>
      <div className="mt-3 flex max-w-xl flex-wrap items-end gap-3">
        <TextField
          label={t('preview.made.field')}
          labelHidden
          readOnly
          value={link}
          className="min-w-0 grow basis-60"
          onFocus={(event) => event.target.select()}
        />
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy aria-hidden size={16} />
          {outcome === 'copied' ? t('preview.copied') : t('preview.copy')}
        </Button>
        <a
          href={link}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
        >
          {t('preview.open')}
        </a>
      </div>
      {outcome === 'failed' && <p className="mt-2 text-orange text-sm">{t('preview.copy.failed')}</p>}
      <Announcement>
        {outcome === 'copied' ? t('preview.copied') : outcome === 'failed' ? t('preview.copy.failed') : ''}
      </Announcement>
    </div>
  )
}

/** The links that work, each of which can be withdrawn. */
function PreviewList({ previews, focusAfter, onRevoked }: PreviewListProps) {
  const nameOf = useNameOfEditor()
  const [asked, setAsked] = useState<ArticlePreview | null>(null)
  const { toast } = useToast()
  const revoke = useDeskMutation({ run: revokePreview, invalidates: [PREVIEWS_KEY] })
  if (previews.length === 0) return <p className="mt-1 text-sm text-soft">{t('preview.list.empty')}</p>
  return (
    <>
      <ul className="mt-1 divide-y divide-line">
        {previews.map((preview) => (
          <li
            key={preview.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 text-sm"
          >
            <p className="min-w-0 wrap-anywhere">
              {t('preview.until')} <LocalTime iso={preview.expires_at} precision="minute" />
              <span className="block text-faint">{t('preview.by', { who: nameOf(preview.created_by) })}</span>
            </p>
            <Button
              variant="secondary"
              size="sm"
              aria-label={t('preview.revoke.label', { date: formatCardDate(preview.expires_at, 'en') })}
              onClick={() => setAsked(preview)}
            >
              {t('preview.revoke')}
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title={t('preview.revoke.title')}
          action={t('preview.revoke')}
          onConfirm={async () => {
            await revoke.mutateAsync(asked.id)
            onRevoked(asked.id)
            toast({ title: t('ui.success'), description: t('preview.revoked') })
          }}
          onClose={() => setAsked(null)}
          focusAfter={focusAfter}
        >
          <p>{t('preview.revoke.text')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
