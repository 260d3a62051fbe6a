import { useNavigate } from 'react-router'
import { DeskForm, FormField, useDeskForm } from '#app/admin/form/desk-form.tsx'
import { t } from '#app/admin/messages.ts'
import { describePageProblem } from '#app/admin/pages/describe-page-problem.ts'
import { editPagePath } from '#app/admin/pages/page-paths.ts'
import { PAGES_KEY } from '#app/admin/pages/page-queries.ts'
import { AddressProblem } from '#app/admin/pages/page-settings.tsx'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { savePage } from '#core/data/pages.ts'
import { slugFromTitle } from '#core/domain/article-slug.ts'
import { PAGE_LENGTHS } from '#core/domain/page.ts'
import { newPageInput } from '#core/domain/page-input.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'

/** Adds a page: an English draft, to which other languages can be added. */
export function AddPageDialog({ onClose }: { onClose: () => void }) {
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
    placeError: (error) =>
      error instanceof AddressProblem ? { field: 'slug', message: error.message, select: true } : null,
  })
  const { getValues, setValue } = state.form
  const asSlug = (title: string) => slugFromTitle(title, PAGE_LENGTHS.slug)

  return (
    <ModalDialog title={t('pages.add.title')} onClose={onClose}>
      <p className="mb-5 text-sm text-soft">{t('pages.add.text')}</p>
      <DeskForm
        state={state}
        label={t('pages.add.title')}
        action={t('pages.add')}
        busyAction={t('ui.oneMoment')}
        inDialog
        more={
          <Button variant="secondary" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
        }
      >
        <FormField
          state={state}
          name="title"
          label={t('pages.field.title')}
          autoComplete="off"
          onInput={({ currentTarget }) => {
            // The address follows the title until the editor types one.
            if (getValues('slug') === asSlug(getValues('title')))
              setValue('slug', asSlug(currentTarget.value))
          }}
        />
        <FormField
          state={state}
          name="slug"
          label={t('pages.settings.slug')}
          hint={t('pages.settings.slug.hint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </DeskForm>
    </ModalDialog>
  )
}
