import { useNavigate } from 'react-router'
import { DeskForm, FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { editPagePath } from '#app/admin/kit/paths.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { describePageProblem, PAGES_KEY } from '#app/admin/stories/pages/page-queries.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { changePageSettings } from '#core/data/pages.ts'
import type { Page } from '#core/domain/page.ts'
import { pageSettingsInput } from '#core/domain/page-input.ts'

/** Thrown with what is wrong with an address. */
export class AddressProblem extends Error {
  override name = 'AddressProblem'
}

export const placeAddressProblem = (error: unknown) =>
  error instanceof AddressProblem ? ({ field: 'slug', message: error.message, select: true } as const) : null

export const ADDRESS_FIELD = {
  name: 'slug',
  label: t('pages.settings.slug'),
  hint: t('pages.settings.slug.hint'),
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const

/** The address of an own page and its place in the footer, the same in all its languages. */
export function PageSettings({ page, isDirty }: { page: Page; isDirty: boolean }) {
  const navigate = useNavigate()
  const { toast } = useToast()
  const change = useDeskMutation({ run: changePageSettings, invalidates: [PAGES_KEY] })
  const state = useDeskForm({
    schema: pageSettingsInput,
    initial: { slug: page.slug, position: page.position === null ? '' : String(page.position) },
    async submit(values) {
      // The form of the text would be left with the address.
      if (values.slug !== page.slug && isDirty) throw new AddressProblem(t('pages.settings.saveFirst'))
      const outcome = await change.mutateAsync({ slug: page.slug, values })
      if (outcome.status === 'invalid') throw new AddressProblem(describePageProblem(outcome.problem))
      if (outcome.status === 'gone') throw new AddressProblem(t('pages.settings.gone'))
      const saved = values.slug === page.slug ? 'pages.settings.saved' : 'pages.settings.moved'
      toast({ title: t('ui.success'), description: t(saved) })
      if (values.slug !== page.slug)
        await navigate(editPagePath(values.slug, page.language), { replace: true })
    },
    placeError: placeAddressProblem,
  })
  return (
    <DeskForm
      state={state}
      label={t('pages.settings.title')}
      action={t('pages.settings.save')}
      busyAction={t('ui.oneMoment')}
      secondary
    >
      <FormField state={state} {...ADDRESS_FIELD} />
      <FormField
        state={state}
        name="position"
        label={t('pages.settings.position')}
        hint={t('pages.settings.position.hint')}
        inputMode="numeric"
        autoComplete="off"
      />
    </DeskForm>
  )
}
