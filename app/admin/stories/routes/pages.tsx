import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { AnswerRefusal } from '#app/admin/kit/errors/classify-error.ts'
import { FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { FormDialog } from '#app/admin/kit/form/form-dialog.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { editPagePath } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { useNameOfEditor } from '#app/admin/stories/history/history-queries.ts'
import { PageList } from '#app/admin/stories/pages/page-list.tsx'
import {
  deletedPagesQuery,
  describePageProblem,
  PAGES_KEY,
  pagesQuery,
} from '#app/admin/stories/pages/page-queries.ts'
import {
  ADDRESS_FIELD,
  AddressProblem,
  placeAddressProblem,
} from '#app/admin/stories/pages/page-settings.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { bringBackPage, type ListedPage, savePage } from '#core/data/pages.ts'
import { slugFromTitle } from '#core/domain/article-slug.ts'
import { PAGE_LENGTHS } from '#core/domain/page.ts'
import { newPageInput } from '#core/domain/page-input.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'
import { ownPagePath } from '#core/paths.ts'

export default function Pages() {
  const pages = useQuery(pagesQuery)
  const [adds, setAdds] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="max-w-prose">
          <h1 ref={heading} tabIndex={-1} className="font-display font-medium text-title-lg">
            {t('pages.title')}
          </h1>
          <p className="mt-1.5 text-sm text-soft">{t('pages.intro')}</p>
        </div>
        <Button size="sm" onClick={() => setAdds(true)}>
          <Plus aria-hidden size={16} />
          {t('pages.add')}
        </Button>
      </div>
      <QueryView query={pages} what={t('pages.what')} pending={<ListSkeleton rows={5} />}>
        {(rows) => (
          <>
            <PageList rows={rows} focusAfter={heading} />
            <DeletedPages rows={rows} focusAfter={heading} />
          </>
        )}
      </QueryView>
      {adds && <AddPageDialog onClose={() => setAdds(false)} />}
    </>
  )
}

/** Adds a page: an English draft, to which other languages can be added. */
function AddPageDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const add = useDeskMutation({ run: savePage, invalidates: [PAGES_KEY] })
  const state = useDeskForm({
    schema: newPageInput,
    initial: { title: '', slug: '' },
    async submit({ title, slug }) {
      const values = { title, description: '', content: '', published: false }
      const outcome = await add.mutateAsync({ slug, language: DEFAULT_LANGUAGE, values, since: null })
      if (outcome.status === 'invalid') throw new AddressProblem(describePageProblem(outcome.problem))
      if (outcome.status === 'conflict') throw new AddressProblem(t('pages.problem.taken'))
      await navigate(editPagePath(slug, DEFAULT_LANGUAGE))
    },
    placeError: placeAddressProblem,
  })
  const { getValues, setValue } = state.form
  const asSlug = (title: string) => slugFromTitle(title, PAGE_LENGTHS.slug)

  return (
    <FormDialog
      title={t('pages.add.title')}
      intro={<p className="mb-5 text-sm text-soft">{t('pages.add.text')}</p>}
      state={state}
      label={t('pages.add.title')}
      action={t('pages.add')}
      onClose={onClose}
    >
      <FormField
        state={state}
        name="title"
        label={t('pages.field.title')}
        autoComplete="off"
        onInput={({ currentTarget }) => {
          // The address follows the title until the editor types one.
          if (getValues('slug') === asSlug(getValues('title'))) setValue('slug', asSlug(currentTarget.value))
        }}
      />
      <FormField state={state} {...ADDRESS_FIELD} />
    </FormDialog>
  )
}

interface DeletedPagesProps {
  rows: ListedPage[]
  /** Gets focus when a page was brought back. */
  focusAfter: React.RefObject<HTMLElement | null>
}

/** The pages that were deleted within the last month and are not there again. They can be brought back. */
function DeletedPages({ rows, focusAfter }: DeletedPagesProps) {
  const deleted = useQuery(deletedPagesQuery).data ?? []
  const nameOf = useNameOfEditor()
  const restore = useDeskMutation({
    run: bringBackPage,
    done(outcome) {
      if (outcome.status !== 'saved')
        throw new AnswerRefusal(
          outcome.status === 'invalid' ? describePageProblem(outcome.problem) : t('pages.deleted.gone'),
        )
      // The button disappears.
      focusAfter.current?.focus()
      return t('pages.deleted.restored')
    },
    invalidates: [PAGES_KEY],
  })
  const known = new Set(rows.map(keyOf))
  const gone = deleted.filter(
    (revision, index) =>
      !known.has(keyOf(revision)) && deleted.findIndex((other) => keyOf(other) === keyOf(revision)) === index,
  )
  if (gone.length === 0) return null

  return (
    <section aria-labelledby="deleted" className="mt-10">
      <h2 id="deleted" className="font-semibold">
        {t('pages.deleted.title')}
      </h2>
      <p className="mt-1 max-w-prose text-sm text-soft">{t('pages.deleted.intro')}</p>
      <ul className="mt-3 divide-y divide-line border-line border-y">
        {gone.map((revision) => (
          <li
            key={revision.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 text-sm"
          >
            <p className="min-w-0 wrap-anywhere">
              <span className="font-medium">{revision.title}</span>{' '}
              <span className="text-soft">
                {ownPagePath(revision.slug)} · {languageName(revision.language)}
              </span>
              <span className="block text-faint">
                {t('pages.deleted.by', { who: nameOf(revision.made_by) })}{' '}
                <LocalTime iso={revision.made_at} precision="minute" />
              </span>
            </p>
            <Button
              variant="secondary"
              size="sm"
              aria-label={t('pages.deleted.restoreLabel', {
                title: revision.title,
                language: languageName(revision.language),
              })}
              onClick={() => void restore.attempt(revision.id)}
            >
              {t('pages.deleted.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const keyOf = ({ slug, language }: Pick<ListedPage, 'slug' | 'language'>) => `${slug} ${language}`
